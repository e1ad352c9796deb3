-- Tenant tables start with company_id everywhere: primary key, unique constraints, indexes, foreign keys.
-- Forced row level security fails closed: an unset or empty app.company_id matches no row.

create table company (
  company_id uuid primary key,
  name text not null check (name <> ''),
  email text not null,
  plan text not null check (plan in ('free', 'starter', 'business', 'enterprise')),
  status text not null check (status in ('active', 'inactive', 'suspended')),
  currency text not null,
  time_zone text not null,
  overrun_policy text not null default 'avisar' check (overrun_policy in ('avisar', 'bloquear')),
  proof_required boolean not null default false,
  rejection_comment_required boolean not null default false,
  executor_may_approve boolean not null default false,
  pending_warning_days int not null default 5 check (pending_warning_days between 1 and 90),
  created_at timestamptz not null
);

create table counter (
  company_id uuid not null references company (company_id),
  kind text not null check (kind in ('PRJ', 'CTR', 'DOC', 'PRV')),
  last int not null,
  primary key (company_id, kind)
);

create table member (
  company_id uuid not null references company (company_id),
  user_id uuid not null references account (id),
  client_id uuid,
  provider_id text collate "C",
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (company_id, user_id)
);
create index member_by_client on member (company_id, client_id) where client_id is not null;

alter table company enable row level security;
alter table company force row level security;
alter table counter enable row level security;
alter table counter force row level security;
alter table member enable row level security;
alter table member force row level security;

create policy tenant on company
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy tenant on counter
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy tenant on member
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

-- At sign-in no company is chosen yet: a person then sees the own memberships, and the companies they name.
create policy own_membership on member for select
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
create policy own_company on company for select
  using (exists (
    select from member m
    where m.company_id = company.company_id
      and m.user_id = nullif(current_setting('app.user_id', true), '')::uuid));

grant select, insert, update on company, counter, member to visto_bueno_app;
