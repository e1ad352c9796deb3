-- works from 0088: programs of the release before offer no passkey as the second step; where one of them removes a person's last application of codes, the account's second factor is off until the person's passkeys change
-- Credentials of WebAuthn. Global, as the account is.
create table passkey (
  id uuid primary key,
  user_id uuid not null references account (id),
  name text not null check (name <> '' and char_length(name) <= 60),
  -- As the device names it, in base64url.
  credential_id text collate "C" not null unique check (credential_id ~ '^[A-Za-z0-9_-]+$' and char_length(credential_id) <= 1364),
  -- COSE. No secret: it only verifies what the device signs.
  public_key bytea not null,
  -- How often the device has signed, where it counts; a lower one than before may come from a copy of the key.
  counter bigint not null check (counter >= 0),
  -- How a browser reaches the device.
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, name)
);

-- Random bytes that wait to be signed: once, for one purpose, and by the session that asked for them, if there is one.
create table passkey_challenge (
  id uuid primary key,
  purpose text not null check (purpose in ('registration', 'second_step', 'sign_in')),
  challenge text collate "C" not null,
  session_id uuid references session (id) on delete cascade,
  expires_at timestamptz not null,
  constraint passkey_challenge_session check ((purpose = 'sign_in') = (session_id is null))
);
create index passkey_challenge_by_session on passkey_challenge (session_id) where session_id is not null;
create index passkey_challenge_by_end on passkey_challenge (expires_at);

grant select, insert, update, delete on passkey to visto_bueno_app;
grant select, insert, delete on passkey_challenge to visto_bueno_app;
