-- What a person keeps under a name of a list's address. Theirs alone, in each of their companies.
create table saved_view (
  company_id uuid not null references company (company_id),
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null check (name <> '' and name = btrim(name) and char_length(name) <= 60),
  -- The name as `fold` of the kernel has it: 'Por pagar' and 'por págar' are one name.
  name_key text collate "C" not null,
  search jsonb not null check (jsonb_typeof(search) = 'object' and search <> '{}'),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references member (company_id, user_id)
);
create unique index saved_view_name on saved_view (company_id, user_id, list, name_key);

alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on saved_view to visto_bueno_app;
