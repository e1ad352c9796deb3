-- works from 0088: what a file may be becomes wider, and whoever sent an invoice may be unknown; release 0.3 shows the others
alter table file
  drop constraint file_stored_type,
  add constraint file_stored_type check (media_type in (
    'application/pdf', 'application/xml', 'application/zip', 'text/plain', 'image/png', 'image/jpeg', 'image/webp',
    'image/heic')) not valid,
  -- Null: it came by mail.
  alter column uploaded_by drop not null;

-- Address from which an invoice came by mail; nobody of the company, or of a provider, put it there then.
alter table received_invoice
  alter column sent_by drop not null,
  add column mailed_from text collate "C";

-- The mailbox of a company from which invoices are collected.
create table mailbox (
  company_id uuid not null references company (company_id),
  host text not null check (char_length(host) between 1 and 253),
  port int not null check (port between 1 and 65535),
  username text not null check (char_length(username) between 1 and 254),
  -- Sealed with the program's secret.
  sealed_password text not null,
  folder text not null check (char_length(folder) between 1 and 200),
  -- Folder into which collected messages are moved; null: they stay, marked as seen.
  done_folder text check (char_length(done_folder) between 1 and 200),
  collects boolean not null,
  -- Messages that came on a day before stay as they are.
  collects_from date not null,
  -- How far the folder has been read; null before it was opened.
  uid_validity text,
  last_uid bigint not null default 0,
  -- Message that is being read, and how many times that was begun: one may end the program.
  trying_uid bigint,
  tries int not null default 0,
  last_collected_at timestamptz,
  last_failed_at timestamptz,
  -- Why the last visit failed; null when it did not.
  fault text,
  revision int not null default 1,
  created_by uuid not null,
  updated_at timestamptz not null,
  primary key (company_id),
  foreign key (company_id, created_by) references member (company_id, user_id)
);
alter table mailbox enable row level security;
alter table mailbox force row level security;
create policy tenant on mailbox
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on mailbox to visto_bueno_app;

-- Messages that were collected, each once by the digest of its bytes.
create table mailbox_message (
  company_id uuid not null references company (company_id),
  id uuid not null,
  -- SHA-256 of the whole message; of one that is too large to be read, of where it lies.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- taken: its files are in the tray; quarantined: waits for somebody; discarded: by somebody; set_aside: cannot be
  -- taken, for `fault`; ignored: of a stranger, with nothing to take.
  state text not null check (state in ('taken', 'quarantined', 'discarded', 'set_aside', 'ignored')),
  fault text,
  from_address text collate "C" not null,
  from_name text not null,
  subject text not null,
  sent_at timestamptz,
  -- What the server that received it says of its sender: `dkim=pass spf=pass dmarc=pass`; null when it says nothing.
  authentication text,
  -- Provider whose address it is.
  provider_id text collate "C",
  settled_by uuid,
  settled_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, digest),
  foreign key (company_id, provider_id) references provider (company_id, id),
  foreign key (company_id, settled_by) references member (company_id, user_id),
  check ((state = 'set_aside') <= (fault is not null))
);
create index mailbox_message_waiting on mailbox_message (company_id, id) where state in ('quarantined', 'set_aside');
alter table mailbox_message enable row level security;
alter table mailbox_message force row level security;
create policy tenant on mailbox_message
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on mailbox_message to visto_bueno_app;

-- Files of those messages.
create table mailbox_file (
  company_id uuid not null,
  message_id uuid not null,
  place int not null check (place >= 0),
  name text not null,
  size int not null check (size >= 0),
  -- The kept file; null for one that was left out or discarded.
  file_id uuid,
  left_out text,
  primary key (company_id, message_id, place),
  foreign key (company_id, message_id) references mailbox_message (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id)
);
create index mailbox_file_by_file on mailbox_file (company_id, file_id) where file_id is not null;
alter table mailbox_file enable row level security;
alter table mailbox_file force row level security;
create policy tenant on mailbox_file
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on mailbox_file to visto_bueno_app;

-- Addresses that somebody said are a provider's, when they took a message in.
create table mailbox_sender (
  company_id uuid not null references company (company_id),
  address text collate "C" not null check (address = lower(address)),
  provider_id text collate "C" not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (company_id, address),
  foreign key (company_id, provider_id) references provider (company_id, id),
  foreign key (company_id, created_by) references member (company_id, user_id)
);
alter table mailbox_sender enable row level security;
alter table mailbox_sender force row level security;
create policy tenant on mailbox_sender
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on mailbox_sender to visto_bueno_app;

-- Mailboxes that are on. One node at a time visits one: it holds the lane meanwhile, until an instant at which others may
-- take it, should the node be gone. Of no company, like the other queues.
create table mailbox_lane (
  company uuid not null,
  next_visit_at timestamptz not null,
  holder uuid,
  held_until timestamptz,
  failures int not null default 0,
  primary key (company)
);
create index mailbox_lane_due on mailbox_lane (next_visit_at);
grant select, insert, update, delete on mailbox_lane to visto_bueno_app;
