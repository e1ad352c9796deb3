-- Nobody is pulled into a company: whoever keeps people invites an address, and the membership begins when the
-- owner of the account accepts. Until then nothing of the account changes. Name, company and inviter are kept as
-- they were said.
create table invitation (
  company_id uuid not null references company (company_id),
  id uuid not null,
  user_id uuid not null references account (id),
  email text not null collate "C" check (email = lower(email)),
  name text not null check (name <> ''),
  last_name text not null,
  role text not null
    check (role in ('admin', 'client', 'client_user', 'provider', 'provider_user', 'approver')),
  client_id uuid,
  provider_id text collate "C",
  invited_by uuid references account (id),
  invited_by_name text not null,
  company_name text not null,
  -- It came with a password that whoever invites has chosen for a new account.
  gives_password boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('accepted', 'refused', 'revoked')),
  ended_at timestamptz,
  check ((outcome is null) = (ended_at is null)),
  primary key (company_id, id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id)
);
create unique index invitation_open on invitation (company_id, email) where outcome is null;

alter table invitation enable row level security;
alter table invitation force row level security;
create policy tenant on invitation
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy own_invitation on invitation for select
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update on invitation to visto_bueno_app;

-- Lets somebody find the companies that wait for their answer, as `account_company` those that they belong to.
create table account_invitation (
  user_id uuid not null references account (id),
  company uuid not null,
  invitation uuid not null,
  primary key (user_id, company, invitation)
);
grant select, insert, delete on account_invitation to visto_bueno_app;

-- The link in an invitation's mail: with it a first password is chosen, or it is accepted with the one there is.
alter table one_time_token add column company uuid, add column invitation uuid;
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in
  ('recovery', 'signup', 'invite', 'invitation', 'email_change', 'email_undo', 'auth_code')) not valid;
alter table one_time_token validate constraint one_time_token_purpose_check;
create index one_time_token_of_invitation on one_time_token (invitation) where invitation is not null;

-- Somebody else has chosen the account's password, and its owner has not changed it yet.
alter table account add column password_given boolean not null default false;
update account set password_given = true
  where password_hash is not null and invited_at is not null and email_confirmed_at is null;
