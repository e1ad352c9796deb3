-- Constancias: what was certified of an order, as it was said, so that its file can be made again byte by byte.
create table certificate (
  company_id uuid not null,
  id uuid not null,
  document_id text not null collate "C",
  -- The facts, as the text that was printed and digested.
  facts text not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  issued_by uuid not null references account (id),
  issued_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id)
);
create index certificate_of_document on certificate (company_id, document_id);

-- What anybody may ask with the code that a Constancia carries: whether it is genuine, and nothing else. It belongs to no
-- company and leads to none; the code itself is kept as a digest.
create table certificate_code (
  code_sha256 text primary key check (code_sha256 ~ '^[0-9a-f]{64}$'),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$')
);

alter table certificate enable row level security;
alter table certificate force row level security;
create policy tenant on certificate
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

grant select, insert on certificate, certificate_code to visto_bueno_app;
