-- Links of mails to approvers, each to one seat of one revision of an order, for one person. Of the link's text only the
-- digest is kept. A link decides once, and ends by itself.
create table decision_link (
  company_id uuid not null references company (company_id),
  digest text collate "C" not null check (digest ~ '^[0-9A-Za-z_-]{43}$'),
  document_id text collate "C" not null,
  revision int not null,
  seat_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- When somebody decided with it. Null: nobody has.
  used_at timestamptz,
  primary key (company_id, digest),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, seat_id) references approval (company_id, id),
  foreign key (company_id, user_id) references member (company_id, user_id)
);
create index decision_link_by_end on decision_link (company_id, expires_at);
create index decision_link_of_person on decision_link (company_id, user_id);
alter table decision_link enable row level security;
alter table decision_link force row level security;
create policy tenant on decision_link
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on decision_link to visto_bueno_app;
