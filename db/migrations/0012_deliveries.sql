-- What the provider sends for an approved order: the invoice, the certificate. It comes after the approval and
-- is no part of what was approved.
create table delivery (
  company_id uuid not null,
  document_id text not null collate "C",
  file_id uuid not null,
  note text check (length(note) <= 500),
  delivered_by uuid not null,
  delivered_at timestamptz not null,
  primary key (company_id, document_id, file_id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id),
  foreign key (company_id, delivered_by) references member (company_id, user_id)
);
create index delivery_by_file on delivery (company_id, file_id);
alter table delivery enable row level security;
alter table delivery force row level security;
create policy tenant on delivery
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

grant select, insert on delivery to visto_bueno_app;
