-- Executed amounts by project, type and month, so that a dashboard adds months and not orders. The program counts the
-- executions up to an instant at which no transaction is still open; those since then are added by whoever reads.
create table execution_month (
  company_id uuid not null,
  project_id text collate "C" not null,
  type text not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  count integer not null,
  amount_minor numeric not null,
  constraint execution_month_pkey primary key (company_id, project_id, type, month),
  constraint execution_month_project_fkey foreign key (company_id, project_id) references project (company_id, id)
);
alter table execution_month enable row level security;
alter table execution_month force row level security;
create policy tenant on execution_month
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on execution_month to visto_bueno_app;

-- Instant up to which a company's executions are counted, exclusive.
create table execution_counted (
  company_id uuid primary key references company (company_id),
  until timestamptz not null
);
alter table execution_counted enable row level security;
alter table execution_counted force row level security;
create policy tenant on execution_counted
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on execution_counted to visto_bueno_app;
create index execution_by_instant on execution (company_id, confirmed_at);
