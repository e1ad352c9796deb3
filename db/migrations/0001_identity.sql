-- Global tables: who can sign in, and the sessions. They belong to no company.

create table account (
  id uuid primary key,
  email text not null collate "C" unique check (email = lower(email)),
  password_hash text,
  name text not null check (name <> ''),
  last_name text not null default '',
  role text not null check (role in ('admin_saas', 'admin', 'client', 'client_user', 'provider', 'provider_user', 'approver')),
  requested_role text,
  active boolean not null default false,
  position text,
  department text,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One row per signed-in browser. The refresh token is (id, counter, HMAC by hmac_key): see the identity slice.
create table session (
  id uuid primary key,
  user_id uuid not null references account (id),
  company_id uuid,
  hmac_key bytea not null,
  counter int not null default 0,
  min_counter int not null default 0,
  seen_counter int not null default 0,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  not_after timestamptz not null,
  idle_after timestamptz not null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  ip text,
  user_agent text
);
create index session_by_user on session (user_id);

create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retired_at timestamptz
);

-- Facts to be told after commit, at least once. `company` is data here, not a tenancy key: one poller serves all.
create table outbox (
  id uuid primary key,
  company uuid,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  attempts int not null default 0,
  last_error text
);
create index outbox_due on outbox (next_try_at);

grant select, insert, update on account to visto_bueno_app;
grant select, insert, update, delete on session, outbox to visto_bueno_app;
grant select, insert, update on signing_key to visto_bueno_app;
