-- Clients, providers, contracts with their budget, projects.

-- Lower case without accents, as people search; the same as `fold` of the kernel.
create function fold(text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize($1, nfd), '[\u0300-\u036f]', '', 'g'));

create table client (
  company_id uuid not null references company (company_id),
  id uuid not null,                         -- the main account's user id (decisions, section 2)
  name text not null check (name <> ''),
  email text not null,
  phone text,
  status text not null check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  search text not null collate "C" generated always as (fold(name || ' ' || email)) stored,
  primary key (company_id, id)
);

create table provider (
  company_id uuid not null references company (company_id),
  id text not null collate "C",
  name text not null check (name <> ''),
  tax_id text,
  email text,
  phone text,
  iban text,
  bic text,
  status text not null check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  search text not null collate "C" generated always as (fold(name || ' ' || id || ' ' || coalesce(tax_id, ''))) stored,
  primary key (company_id, id)
);

alter table member
  add foreign key (company_id, client_id) references client (company_id, id),
  add foreign key (company_id, provider_id) references provider (company_id, id);

create table client_provider (
  company_id uuid not null,
  client_id uuid not null,
  provider_id text not null collate "C",
  primary key (company_id, client_id, provider_id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id)
);

create table contract (
  company_id uuid not null references company (company_id),
  id text not null collate "C",
  type text not null check (type in ('cliente', 'proveedor')),
  client_id uuid not null,
  provider_id text collate "C",
  description text not null,
  conditions text,
  currency text not null,
  total_minor bigint not null check (total_minor > 0),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  status text not null check (status in ('active', 'completed', 'inactive')),
  overrun_policy text check (overrun_policy in ('avisar', 'bloquear')),
  created_by uuid not null references account (id),
  created_at timestamptz not null,
  search text not null collate "C" generated always as (fold(id || ' ' || description)) stored,
  primary key (company_id, id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id)
);
create index contract_by_client on contract (company_id, client_id);

-- The budget ledger: one row per movement, never changed. The sums of its columns are the contract's balance.
create table budget_entry (
  company_id uuid not null,
  contract_id text not null collate "C",
  id uuid not null,
  document_id text not null collate "C",
  cause text not null,
  requested_minor bigint not null,
  committed_minor bigint not null,
  used_minor bigint not null,
  at timestamptz not null,
  primary key (company_id, contract_id, id),
  foreign key (company_id, contract_id) references contract (company_id, id)
);
create index budget_entry_by_document on budget_entry (company_id, document_id);

-- The ledger rolled up into sixteen slots per contract, so that approvals on one contract rarely wait for one row.
create table budget_slot (
  company_id uuid not null,
  contract_id text not null collate "C",
  slot smallint not null check (slot between 0 and 15),
  requested_minor bigint not null default 0,
  committed_minor bigint not null default 0,
  used_minor bigint not null default 0,
  primary key (company_id, contract_id, slot),
  foreign key (company_id, contract_id) references contract (company_id, id)
) with (fillfactor = 50);

create table project (
  company_id uuid not null references company (company_id),
  id text not null collate "C",
  client_id uuid not null,
  name text not null check (name <> ''),
  description text,
  status text not null check (status in ('active', 'inactive')),
  currency text not null,
  total_minor bigint not null check (total_minor > 0),
  created_by uuid not null references account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null collate "C" generated always as (fold(id || ' ' || name)) stored,
  primary key (company_id, id),
  foreign key (company_id, client_id) references client (company_id, id)
);
create index project_by_client on project (company_id, client_id);

create table project_contract (
  company_id uuid not null,
  project_id text not null collate "C",
  contract_id text not null collate "C",
  main boolean not null,
  primary key (company_id, project_id, contract_id),
  foreign key (company_id, project_id) references project (company_id, id),
  foreign key (company_id, contract_id) references contract (company_id, id)
);
create unique index project_main_contract on project_contract (company_id, project_id) where main;
create index project_contract_by_contract on project_contract (company_id, contract_id);

create table project_approver (
  company_id uuid not null,
  project_id text not null collate "C",
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, project_id, user_id),
  foreign key (company_id, project_id) references project (company_id, id),
  foreign key (company_id, user_id) references member (company_id, user_id)
);
create index project_approver_by_user on project_approver (company_id, user_id);

create table project_permission (
  company_id uuid not null,
  project_id text not null collate "C",
  user_id uuid not null,
  permission text not null check (permission in ('view', 'edit', 'approve', 'execute', 'admin')),
  primary key (company_id, project_id, user_id, permission),
  foreign key (company_id, project_id) references project (company_id, id),
  foreign key (company_id, user_id) references member (company_id, user_id)
);
create index project_permission_by_user on project_permission (company_id, user_id);

do $$
declare name text;
begin
  foreach name in array array['client', 'provider', 'client_provider', 'contract', 'budget_entry', 'budget_slot',
      'project', 'project_contract', 'project_approver', 'project_permission'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

grant select, insert, update on client, provider, contract, budget_slot, project to visto_bueno_app;
grant select, insert on budget_entry to visto_bueno_app;
grant select, insert, update, delete on client_provider, project_contract, project_approver, project_permission to visto_bueno_app;
