-- Sealed events from which a person's data were erased, each under the event that tells of the erasure: the digest of what
-- that erasure left of it. The rows are written by the owner alone, with the erasure; the program neither reads nor
-- writes them.
create table erased_event (
  company_id uuid not null references company (company_id),
  event_id uuid not null,
  -- The event `person.erased`.
  erasure_id uuid not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  primary key (company_id, event_id, erasure_id)
);
create index erased_event_of_erasure on erased_event (company_id, erasure_id);
alter table erased_event enable row level security;
alter table erased_event force row level security;
create policy tenant on erased_event
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select on erased_event to visto_bueno_app;
