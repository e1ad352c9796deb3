-- Cost centres: where a company books what it spends, beside the contract that pays it. Each has a budget a year, or none
-- for a year without limit. `client_id`: the client whose orders it takes; null for every client's.
create table cost_centre (
  company_id uuid not null references company (company_id),
  id uuid not null,
  client_id uuid,
  code text collate "C" not null check (code <> '' and char_length(code) <= 20),
  code_key text collate "C" not null generated always as (fold(code)) stored,
  name text not null check (name <> '' and char_length(name) <= 120),
  currency text not null,
  -- Null: the company's.
  overrun_policy text check (overrun_policy in ('avisar', 'requiere_aprobacion', 'bloquear')),
  status text not null check (status in ('active', 'inactive')),
  revision integer not null default 1,
  created_by uuid not null references account (id),
  created_at timestamptz not null,
  search text collate "C" not null generated always as (fold(code || ' ' || name)) stored,
  primary key (company_id, id),
  unique (company_id, code_key),
  foreign key (company_id, client_id) references client (company_id, id)
);
create index cost_centre_by_client on cost_centre (company_id, client_id);

create table cost_centre_budget (
  company_id uuid not null,
  cost_centre_id uuid not null,
  year smallint not null check (year between 2000 and 2100),
  total_minor bigint not null check (total_minor > 0),
  primary key (company_id, cost_centre_id, year),
  foreign key (company_id, cost_centre_id) references cost_centre (company_id, id)
);

-- The ledger of a centre: what `budget_entry` is of a contract, with the year in which the order was submitted.
create table cost_centre_entry (
  company_id uuid not null,
  cost_centre_id uuid not null,
  id uuid not null,
  year smallint not null,
  document_id text collate "C" not null,
  cause text not null,
  requested_minor bigint not null,
  committed_minor bigint not null,
  used_minor bigint not null,
  at timestamptz not null,
  primary key (company_id, cost_centre_id, id),
  foreign key (company_id, cost_centre_id) references cost_centre (company_id, id)
) partition by range (id);
create index cost_centre_entry_by_document on cost_centre_entry (company_id, document_id);
-- The years that `budget_entry` has; each start makes those that follow (server/database/years.ts).
do $$
declare year record;
begin
  for year in select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'budget_entry'::regclass loop
    execute format('create table years.%I partition of cost_centre_entry %s',
      replace(year.name, 'budget_entry', 'cost_centre_entry'), year.bound);
  end loop;
end $$;

-- The ledger rolled up, a year at a time, into sixteen slots.
create table cost_centre_slot (
  company_id uuid not null,
  cost_centre_id uuid not null,
  year smallint not null,
  slot smallint not null check (slot between 0 and 15),
  requested_minor bigint not null default 0,
  committed_minor bigint not null default 0,
  used_minor bigint not null default 0,
  primary key (company_id, cost_centre_id, year, slot),
  foreign key (company_id, cost_centre_id) references cost_centre (company_id, id)
) with (fillfactor = 50);

do $$
declare name text;
begin
  foreach name in array array['cost_centre', 'cost_centre_budget', 'cost_centre_entry', 'cost_centre_slot'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;
grant select, insert, update on cost_centre, cost_centre_slot to visto_bueno_app;
grant select, insert, update, delete on cost_centre_budget to visto_bueno_app;
grant select, insert on cost_centre_entry to visto_bueno_app;
