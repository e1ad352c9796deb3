-- The journal of each company as a chain: every event is sealed with the digest of all before it.

-- In which order events were written. Ids carry the instant at which their transaction began; this number is taken
-- when the event is written, after its locks, so that of two events of one object the later one has the greater.
alter table event add column number bigint not null generated always as identity;
create index event_of_object on event (company_id, object_type, object_id, number);
drop index event_by_object;

create table event_seal (
  company_id uuid not null,
  sequence bigint not null check (sequence > 0),
  event_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null,
  primary key (company_id, sequence),
  unique (company_id, event_id),
  foreign key (company_id, event_id) references event (company_id, id)
);

-- Where the chain ends, kept apart from it: who cuts the chain's tail does not move its head.
create table chain_head (
  company_id uuid not null references company (company_id),
  sequence bigint not null check (sequence >= 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (company_id)
);

-- Events that wait for their seal, written with them. Global, as the outbox is: one look finds all companies.
create table event_unsealed (
  number bigint primary key,
  company uuid not null
);
create index event_unsealed_of_company on event_unsealed (company, number);

do $$
declare name text;
begin
  foreach name in array array['event_seal', 'chain_head'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

grant select, insert on event_seal to visto_bueno_app;
grant select, insert, update on chain_head to visto_bueno_app;
grant select, insert, delete on event_unsealed to visto_bueno_app;

-- What was written before there was a chain is sealed first, in the order in which it lies.
alter table event no force row level security;
insert into event_unsealed (number, company) select number, company_id from event;
alter table event force row level security;
