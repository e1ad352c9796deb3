-- Files, documents (orders) with their revisions, approvals, executions, and the journal.

create table file (
  company_id uuid not null references company (company_id),
  id uuid not null,
  name text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic')),
  size int not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by uuid not null references account (id),
  created_at timestamptz not null,
  primary key (company_id, id)
);
create index file_by_digest on file (company_id, sha256);

create table document (
  company_id uuid not null references company (company_id),
  id text not null collate "C",
  number int not null,
  project_id text not null collate "C",
  contract_id text not null collate "C",
  client_id uuid not null,
  provider_id text not null collate "C",
  type text not null check (type in ('gasto', 'emision')),
  name text not null check (name <> ''),
  description text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  bank_account text,
  state text not null check (state in ('in_approval', 'returned', 'blocked', 'approved', 'execution_rejected', 'executed', 'rejected', 'cancelled')),
  -- Every update writes previous_state = state, so that the pair says which transition it was.
  previous_state text,
  block_cause text check ((block_cause is not null) = (state = 'blocked') and block_cause in ('budget', 'no_approver', 'contract_inactive')),
  revision int not null check (revision > 0),
  turn int not null default 1,
  approvals_total int not null default 0,
  approvals_approved int not null default 0,
  approvals_rejected int not null default 0,
  approvals_pending int not null default 0,
  approvals_skipped int not null default 0,
  created_by uuid not null references account (id),
  changed_by uuid not null references account (id),
  created_at timestamptz not null,
  submitted_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null collate "C" generated always as (fold(id || ' ' || name)) stored,
  primary key (company_id, id),
  foreign key (company_id, project_id) references project (company_id, id),
  foreign key (company_id, contract_id) references contract (company_id, id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id),
  check (approvals_total = approvals_approved + approvals_rejected + approvals_pending + approvals_skipped),
  constraint document_transition check (case state
    when 'in_approval' then previous_state is null or previous_state in ('in_approval', 'returned', 'blocked')
    when 'blocked' then previous_state is null or previous_state in ('in_approval', 'returned', 'blocked')
    when 'returned' then previous_state in ('in_approval', 'blocked', 'returned')
    when 'rejected' then previous_state in ('in_approval', 'rejected')
    when 'approved' then previous_state in ('in_approval', 'execution_rejected', 'approved')
    when 'execution_rejected' then previous_state in ('approved', 'execution_rejected')
    when 'executed' then previous_state in ('approved', 'executed')
    when 'cancelled' then previous_state in ('approved', 'execution_rejected', 'cancelled')
    else false end),
  check (state not in ('approved', 'execution_rejected', 'executed') or (approvals_total > 0 and approvals_pending = 0 and approvals_rejected = 0))
) with (fillfactor = 80);
create index document_list on document (company_id, project_id, number desc);
create index document_by_type on document (company_id, type, state, number desc);
create index document_by_contract on document (company_id, contract_id, state);
create index document_by_client on document (company_id, client_id, number desc);
create index document_by_month on document (company_id, created_at);
create index document_open on document (company_id, state, number desc) where state in ('in_approval', 'returned', 'blocked', 'approved', 'execution_rejected');

-- What each revision said, so that a decision can always be shown beside what it decided.
create table document_revision (
  company_id uuid not null,
  document_id text not null collate "C",
  revision int not null,
  content jsonb not null,
  made_by uuid not null references account (id),
  made_at timestamptz not null,
  primary key (company_id, document_id, revision),
  foreign key (company_id, document_id) references document (company_id, id)
);

create table attachment (
  company_id uuid not null,
  document_id text not null collate "C",
  revision int not null,
  file_id uuid not null,
  position int not null,
  primary key (company_id, document_id, revision, file_id),
  foreign key (company_id, document_id, revision) references document_revision (company_id, document_id, revision),
  foreign key (company_id, file_id) references file (company_id, id)
);
create index attachment_by_file on attachment (company_id, file_id);

-- Orders and money per project, type and state, in eight slots: tabs, cards and totals never count documents.
create table document_tally (
  company_id uuid not null,
  project_id text not null collate "C",
  type text not null,
  state text not null,
  slot smallint not null check (slot between 0 and 7),
  count int not null,
  amount_minor bigint not null,
  primary key (company_id, project_id, type, state, slot),
  foreign key (company_id, project_id) references project (company_id, id)
) with (fillfactor = 50);

-- The stages a revision has to pass: a snapshot taken at submission.
create table approval_stage (
  company_id uuid not null,
  document_id text not null collate "C",
  revision int not null,
  stage int not null check (stage > 0),
  turn int not null check (turn > 0),       -- stages of one turn are open together
  name text not null,
  mode text not null check (mode in ('any', 'all', 'quorum')),
  needed int not null check (needed > 0),
  outcome text not null check (outcome in ('pending', 'approved', 'rejected')),
  basis text not null,
  primary key (company_id, document_id, revision, stage),
  foreign key (company_id, document_id, revision) references document_revision (company_id, document_id, revision)
);

-- One person's seat in one stage of one revision.
create table approval (
  company_id uuid not null,
  id uuid not null,
  document_id text not null collate "C",
  revision int not null,
  stage int not null,
  approver_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'returned', 'skipped', 'void')),
  comment text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, document_id, revision, stage, approver_id),
  foreign key (company_id, document_id, revision, stage) references approval_stage (company_id, document_id, revision, stage),
  foreign key (company_id, approver_id) references member (company_id, user_id),
  check ((decided_at is not null) = (status in ('approved', 'rejected', 'returned')))
) with (fillfactor = 80);
create index approval_mine on approval (company_id, approver_id, id) where status = 'pending';

-- Exactly one successful confirmation per document.
create table execution (
  company_id uuid not null,
  document_id text not null collate "C",
  executed_by uuid not null,
  executed_on date not null,
  reference text not null,
  comment text,
  proof_file_id uuid,
  confirmed_at timestamptz not null,
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, executed_by) references member (company_id, user_id),
  foreign key (company_id, proof_file_id) references file (company_id, id)
);
create index execution_by_proof on execution (company_id, proof_file_id);

create table idempotency_key (
  company_id uuid not null references company (company_id),
  user_id uuid not null,
  route text not null,
  key text not null,
  request_digest text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (company_id, user_id, route, key)
);

-- The journal: what happened, by whom, on whose behalf. The application may add and read, never change.
create table event (
  company_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  primary key (company_id, id)
);
create index event_by_object on event (company_id, object_type, object_id, id);

-- What the product tells one person: something waits for them, or something happened to their order.
create table notice (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  topic text not null,
  document_id text collate "C",
  facts jsonb not null,
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references member (company_id, user_id),
  foreign key (company_id, document_id) references document (company_id, id)
);
create index notice_of_person on notice (company_id, user_id, id);

do $$
declare name text;
begin
  foreach name in array array['file', 'document', 'document_revision', 'attachment', 'document_tally', 'approval_stage',
      'approval', 'execution', 'idempotency_key', 'event', 'notice'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

grant select, insert, update on document, document_tally, approval_stage, approval, notice to visto_bueno_app;
grant select, insert, delete on file to visto_bueno_app;
grant select, insert, update, delete on idempotency_key to visto_bueno_app;
grant select, insert on document_revision, attachment, execution, event to visto_bueno_app;
