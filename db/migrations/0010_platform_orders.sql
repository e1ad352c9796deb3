-- The platform's screens of orders, contracts and revenue: figures, states and dates, and what a project is called.
-- No name of an order, no description or condition of a contract, no file, no client, provider or person.
do $$
declare name text;
begin
  foreach name in array array['budget_slot', 'approval_stage'] loop
    execute format('create policy platform on %I for select to visto_bueno_platform using (true)', name);
  end loop;
end $$;

grant select (name) on project to visto_bueno_platform;
grant select (type, currency, total_minor, starts_on, created_at) on contract to visto_bueno_platform;
grant select (company_id, contract_id, requested_minor, committed_minor, used_minor) on budget_slot to visto_bueno_platform;
grant select (project_id, contract_id, type, amount_minor, currency, block_cause, revision, approvals_approved,
  approvals_rejected, submitted_at, updated_at) on document to visto_bueno_platform;
grant select (company_id, document_id, revision, stage, turn, mode, needed, outcome) on approval_stage to visto_bueno_platform;
grant select (document_id, revision, stage) on approval to visto_bueno_platform;

-- What a company was before the platform put it on another plan, suspended it or let it go on: from these, back
-- from what it is now, follows what it paid in any month. Of everything else that an event says the platform sees nothing.
alter table event
  add column plan_before text generated always as
    (case when action = 'company.plan_changed' then before ->> 'plan' end) stored,
  add column status_before text generated always as
    (case when action in ('company.suspended', 'company.reactivated') then before ->> 'status' end) stored;
create index event_of_standing on event (company_id, at)
  where plan_before is not null or status_before is not null;
grant select (plan_before, status_before) on event to visto_bueno_platform;

-- The newest orders of each company.
create index document_by_time on document (company_id, created_at desc, id desc);
