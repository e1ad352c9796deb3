-- Who decides in whose place, from one day to another in the company's zone. Ended, never deleted.
create table delegation (
  company_id uuid not null references company (company_id),
  id uuid not null,
  from_user uuid not null,
  to_user uuid not null,
  starts_on date not null,
  ends_on date not null,
  -- Orders of another currency, or above it, are not covered.
  max_minor bigint check (max_minor > 0),
  currency text,
  created_by uuid not null references account (id),
  created_at timestamptz not null,
  ended_by uuid references account (id),
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, from_user) references member (company_id, user_id),
  foreign key (company_id, to_user) references member (company_id, user_id),
  check (from_user <> to_user),
  check (ends_on >= starts_on),
  check ((max_minor is null) = (currency is null)),
  check ((ended_at is null) = (ended_by is null))
);
create index delegation_of_giver on delegation (company_id, from_user, ends_on);
create index delegation_of_substitute on delegation (company_id, to_user, ends_on) where ended_at is null;

alter table delegation enable row level security;
alter table delegation force row level security;
create policy tenant on delegation
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on delegation to visto_bueno_app;

-- Who decided a seat where it was not its approver.
alter table approval add column decided_by uuid,
  add constraint approval_decided_by foreign key (company_id, decided_by) references member (company_id, user_id),
  add constraint approval_decided_for_another
    check (decided_by is null or (decided_at is not null and decided_by <> approver_id));
create index approval_by_substitute on approval (company_id, decided_by, document_id) where decided_by is not null;

-- A notice may be about who stands in for whom.
alter table notice add column delegation_id uuid,
  drop constraint notice_subject,
  add constraint notice_subject check (num_nonnulls(document_id, provider_id, delegation_id) = 1),
  add constraint notice_delegation foreign key (company_id, delegation_id) references delegation (company_id, id);
