-- Every way into an account and what is kept of it. Global, as the account is.

alter table account
  add column new_email text collate "C",
  add column invited_at timestamptz,
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column email_change_sent_at timestamptz,
  -- Whether a verified factor exists: written with the factor, read with every request.
  add column second_factor boolean not null default false;

-- Links that are sent by mail. The code itself is never stored, only its SHA-256.
create table one_time_token (
  digest bytea primary key,
  user_id uuid not null references account (id),
  purpose text not null check (purpose in ('recovery', 'signup', 'invite', 'email_change', 'email_undo', 'auth_code')),
  -- Of the browser that asked, when it asked with PKCE.
  code_challenge text,
  -- The address that the link confirms or gives back.
  email text collate "C",
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_token_by_user on one_time_token (user_id, purpose);
create index one_time_token_by_end on one_time_token (expires_at);

-- A second factor (TOTP). The secret is sealed under the program's secret.
create table factor (
  id uuid primary key,
  user_id uuid not null references account (id),
  friendly_name text not null,
  status text not null check (status in ('unverified', 'verified')),
  sealed_secret text not null,
  -- The last time step whose code was used: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, friendly_name)
);
create table factor_challenge (
  id uuid primary key,
  factor_id uuid not null references factor (id) on delete cascade,
  expires_at timestamptz not null
);
create index factor_challenge_by_factor on factor_challenge (factor_id);

-- For a person who lost the device: ten codes, each good once. `hint` is the code's first part, and finds it.
create table recovery_code (
  user_id uuid not null references account (id),
  hint text not null collate "C",
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hint)
);

-- Impersonation: a session of the person looked at, which hangs on the session of the one who looks.
alter table session
  add column parent_id uuid references session (id) on delete cascade,
  add column acting_user_id uuid references account (id),
  add check ((parent_id is null) = (acting_user_id is null));
create index session_by_parent on session (parent_id) where parent_id is not null;

-- How often something was tried within a window. Keys are digests: no address is readable here.
create table attempt (
  key text primary key collate "C",
  count int not null,
  ends_at timestamptz not null
);
create index attempt_by_end on attempt (ends_at);

-- Every request made while impersonating, with both people.
create table viewed_request (
  company_id uuid not null references company (company_id),
  id uuid not null,
  at timestamptz not null,
  session_id uuid not null,
  acting_user_id uuid not null,
  user_id uuid not null,
  method text not null,
  path text not null,
  request_id text,
  primary key (company_id, id)
);
alter table viewed_request enable row level security;
alter table viewed_request force row level security;
create policy tenant on viewed_request
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);

grant select, insert, update, delete on one_time_token, factor, factor_challenge, recovery_code, attempt to visto_bueno_app;
grant select, insert on viewed_request to visto_bueno_app;
