-- People whom the company's directory keeps over SCIM. `id` names them to it from their invitation on, before and after
-- they accept, and is never an account's that is not of the company yet.
create table directory_person (
  company_id uuid not null references company (company_id),
  id uuid not null,
  user_id uuid not null references account (id),
  -- Name that the directory gives the person.
  external_id text collate "C" check (external_id <> '' and char_length(external_id) <= 255),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When the directory deleted the person, who stays a member that is inactive.
  removed_at timestamptz,
  -- When the directory let the member go: it brings back nobody whom a person deactivated.
  let_go_at timestamptz,
  primary key (company_id, id),
  unique (company_id, user_id)
);
create unique index directory_person_external on directory_person (company_id, external_id) where removed_at is null;
create index directory_person_latest on directory_person (company_id, changed_at desc);
alter table directory_person enable row level security;
alter table directory_person force row level security;
create policy tenant on directory_person
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on directory_person to visto_bueno_app;

-- Last changes of the directory that were refused, for administrators to see.
create table directory_refusal (
  company_id uuid not null references company (company_id),
  id uuid not null,
  -- Address of the person concerned, as far as it is known.
  subject text collate "C" check (char_length(subject) <= 254),
  detail text not null check (char_length(detail) <= 500),
  created_at timestamptz not null,
  primary key (company_id, id)
);
alter table directory_refusal enable row level security;
alter table directory_refusal force row level security;
create policy tenant on directory_refusal
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, delete on directory_refusal to visto_bueno_app;
