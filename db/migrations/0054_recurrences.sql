-- Orders that are made again each period. A recurrence belongs to the order from which it began; one of them is open
-- at most.
create table recurrence (
  company_id uuid not null,
  id uuid not null,
  document_id text collate "C" not null,
  owner_id uuid not null references account (id),
  name text not null,
  amount_minor bigint not null check (amount_minor > 0),
  description text,
  first_on date not null,
  every_months int not null check (every_months in (1, 2, 3, 6, 12)),
  ends_on date,
  due_count int not null default 0 check (due_count >= 0),
  next_on date,
  state text not null check (state in ('active', 'paused', 'stopped', 'ended')),
  refusal jsonb,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, owner_id) references member (company_id, user_id),
  constraint recurrence_ends check (ends_on >= first_on),
  constraint recurrence_next check ((next_on is null) = (state = 'ended')),
  constraint recurrence_refusal check ((refusal is not null) = (state = 'stopped'))
);
create unique index recurrence_open on recurrence (company_id, document_id) where state <> 'ended';
create index recurrence_due on recurrence (company_id, next_on) where state = 'active';
create index recurrence_by_owner on recurrence (company_id, owner_id);
alter table recurrence enable row level security;
alter table recurrence force row level security;
create policy tenant on recurrence
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on recurrence to visto_bueno_app;

-- One order for each due day, and no order for two.
create table recurrence_order (
  company_id uuid not null,
  recurrence_id uuid not null,
  due_on date not null,
  document_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (company_id, recurrence_id, due_on),
  unique (company_id, document_id),
  foreign key (company_id, recurrence_id) references recurrence (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id)
);
alter table recurrence_order enable row level security;
alter table recurrence_order force row level security;
create policy tenant on recurrence_order
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on recurrence_order to visto_bueno_app;
