-- Approval flows: what a company requires beyond its projects' approvers, in versions that never change.

-- A published version. The application may add and read, never change: orders in flight hold on to theirs.
create table flow (
  company_id uuid not null references company (company_id),
  version int not null check (version > 0),
  rules jsonb not null,
  note text,
  published_by uuid not null,
  published_at timestamptz not null,
  primary key (company_id, version),
  foreign key (company_id, published_by) references member (company_id, user_id)
);

-- What is being prepared: one per company, saved as often as one likes.
create table flow_draft (
  company_id uuid not null references company (company_id),
  rules jsonb not null,
  revision int not null check (revision > 0),
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (company_id),
  foreign key (company_id, changed_by) references member (company_id, user_id)
);

-- Who decides on what exceeds a contract, under the policy `requiere_aprobacion`.
create table budget_owner (
  company_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references member (company_id, user_id)
);

alter table company drop constraint company_overrun_policy_check,
  add constraint company_overrun_policy_check check (overrun_policy in ('avisar', 'requiere_aprobacion', 'bloquear'));
alter table contract drop constraint contract_overrun_policy_check,
  add constraint contract_overrun_policy_check check (overrun_policy in ('avisar', 'requiere_aprobacion', 'bloquear'));

-- The version an order was submitted under; none: the general flow.
alter table document add column flow_version int,
  add foreign key (company_id, flow_version) references flow (company_id, version);
create index document_by_flow on document (company_id, flow_version) where flow_version is not null;
-- What the same provider asked of the same contract lately, so that an order in two halves is still one amount.
create index document_of_provider on document (company_id, contract_id, provider_id, submitted_at);

-- Where a stage comes from: everybody's flow, a rule of the company, or its budget.
alter table approval_stage add column origin text not null default 'general'
  check (origin in ('general', 'rule', 'overrun'));

-- Whoever sits in an order sees it.
create index approval_of_person on approval (company_id, approver_id, document_id);

do $$
declare name text;
begin
  foreach name in array array['flow', 'flow_draft', 'budget_owner'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

grant select, insert on flow to visto_bueno_app;
grant select, insert, update, delete on flow_draft to visto_bueno_app;
grant select, insert, delete on budget_owner to visto_bueno_app;
