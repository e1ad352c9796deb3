-- Devices (browsers and telephones) on which a person is told what waits for them, by Web Push. Global, as the account is.
create table push_device (
  id uuid primary key,
  user_id uuid not null references account (id),
  -- The session that turned it on: the device ends with it. Null: that session has run out by itself.
  session_id uuid references session (id) on delete cascade,
  -- Company whose provider of identities opened that session: the device is told of no other.
  bound_to uuid,
  name text not null check (name <> '' and char_length(name) <= 60),
  -- Of the address at the push service, which is a secret and stands sealed, with the keys of the device.
  digest text collate "C" not null unique check (digest ~ '^[0-9A-Za-z_-]{43}$'),
  sealed text not null,
  -- Host of that address: whose service is slow delays no other.
  host text collate "C" not null,
  -- Public key of ours that the device was turned on with.
  server_key text collate "C" not null,
  -- Amounts and names on the locked screen.
  shows_details boolean not null,
  created_at timestamptz not null,
  told_at timestamptz,
  -- Since when every try fails; null while they are accepted.
  failing_since timestamptz,
  -- When its session had run out.
  detached_at timestamptz,
  constraint push_device_detached check ((session_id is null) = (detached_at is not null))
);
create index push_device_by_person on push_device (user_id);
create index push_device_by_session on push_device (session_id) where session_id is not null;

-- Notices that wait to be sent to a device: a row each, gone once it is sent.
create table push_message (
  id uuid primary key,
  device_id uuid not null references push_device (id) on delete cascade,
  company uuid not null,
  notice_id uuid not null,
  attempts int not null check (attempts >= 0),
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  unique (device_id, notice_id)
);
create index push_message_due on push_message (next_try_at, id);

grant select, insert, update, delete on push_device, push_message to visto_bueno_app;
