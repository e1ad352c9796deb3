-- Readers of the sealed journal: the sealer says how far a company is sealed, the reader how far it has read. Of no
-- company, like the sealer's queue, so that one statement finds the companies with something to read.
create table journal_reader (
  reader text not null check (reader in ('webhooks')),
  company uuid not null,
  sealed_to bigint not null check (sealed_to >= 0),
  read_to bigint not null check (read_to >= 0),
  primary key (reader, company)
);
grant select, insert, update, delete on journal_reader to visto_bueno_app;

-- Addresses of other systems that a company tells of its facts.
create table webhook_endpoint (
  company_id uuid not null references company (company_id),
  id uuid not null,
  url text not null check (char_length(url) between 1 and 500),
  description text not null check (char_length(description) between 1 and 120),
  -- Public events that it is told.
  events text[] not null check (cardinality(events) between 1 and 100),
  state text not null check (state in ('active', 'paused', 'switched_off')),
  switched_off_for text check (switched_off_for in ('failures', 'gone')),
  -- Since when every call has failed; null after one that was accepted, and before the first.
  failing_since timestamptz,
  last_accepted_at timestamptz,
  last_failed_at timestamptz,
  revision int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, created_by) references member (company_id, user_id),
  check ((state = 'switched_off') = (switched_off_for is not null))
);
alter table webhook_endpoint enable row level security;
alter table webhook_endpoint force row level security;
create policy tenant on webhook_endpoint
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on webhook_endpoint to visto_bueno_app;

-- Secrets that sign, sealed with the program's secret: the one of today, and for a day the one before it.
create table webhook_secret (
  company_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  sealed text not null,
  made_at timestamptz not null,
  -- Null: it has no end.
  ends_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoint (company_id, id) on delete cascade
);
create index webhook_secret_of_endpoint on webhook_secret (company_id, endpoint_id);
alter table webhook_secret enable row level security;
alter table webhook_secret force row level security;
create policy tenant on webhook_secret
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on webhook_secret to visto_bueno_app;

-- What was told to whom, and what was answered. Swept after 30 days.
create table webhook_delivery (
  company_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- The event of the journal; of a test call, an id of its own.
  event_id uuid not null,
  event_type text not null,
  is_test boolean not null default false,
  body text not null,
  state text not null check (state in ('waiting', 'accepted', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null,
  first_tried_at timestamptz,
  next_try_at timestamptz not null,
  tried_at timestamptz,
  -- Of the last try: status of the answer, its first characters, why there was none, and how long it took.
  status int,
  answer text check (char_length(answer) <= 2000),
  fault text,
  duration_ms int,
  primary key (company_id, id),
  unique (company_id, endpoint_id, event_id),
  foreign key (company_id, endpoint_id) references webhook_endpoint (company_id, id) on delete cascade
);
create index webhook_delivery_of_endpoint on webhook_delivery (company_id, endpoint_id, id);
create index webhook_delivery_failed on webhook_delivery (company_id, endpoint_id, id) where state = 'failed';
create index webhook_delivery_due on webhook_delivery (company_id, endpoint_id, next_try_at) where state = 'waiting';
create index webhook_delivery_by_age on webhook_delivery (company_id, created_at);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on webhook_delivery to visto_bueno_app;

-- Endpoints for which something waits. One node at a time calls an endpoint: it holds the lane meanwhile, until an
-- instant at which others may take it, should the node be gone. Of no company, like the other queues.
create table webhook_lane (
  company uuid not null,
  endpoint uuid not null,
  next_try_at timestamptz not null,
  holder uuid,
  held_until timestamptz,
  -- Failures in a row, and whether the last visit was slow: such lanes never take all the room of a node.
  failures int not null default 0,
  is_slow boolean not null default false,
  waiting int not null default 0,
  primary key (company, endpoint)
);
create index webhook_lane_due on webhook_lane (next_try_at);
grant select, insert, update, delete on webhook_lane to visto_bueno_app;
