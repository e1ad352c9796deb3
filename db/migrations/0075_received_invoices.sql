-- The tray of received invoices: a file that a supplier sent, until it is an order or refused.
create table received_invoice (
  company_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  -- SHA-256 of the file, so that none waits twice.
  sha256 text not null,
  -- Client in whose tray it lies; null: the company's.
  client_id uuid,
  -- Provider whose person sent it.
  sender_provider_id text collate "C",
  sent_by uuid not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'unreadable', 'ordered', 'refused')),
  -- Whoever reads it has it until then.
  read_after timestamptz not null,
  tries int not null default 0,
  -- What the file says: null until it is read, and for what it does not say.
  source text,
  issuer_name text,
  issuer_key text collate "C",
  number text,
  invoice_key text collate "C",
  issued_on date,
  total_minor bigint,
  currency text,
  is_credit_note boolean,
  -- Active provider of the company with the issuer's tax id.
  provider_id text collate "C",
  -- Why it is not readable: kind and facts of the refusal.
  unreadable jsonb,
  document_id text collate "C",
  reason text check (length(reason) <= 500),
  settled_by uuid,
  settled_at timestamptz,
  revision int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id),
  foreign key (company_id, sender_provider_id) references provider (company_id, id),
  foreign key (company_id, sent_by) references member (company_id, user_id),
  foreign key (company_id, settled_by) references member (company_id, user_id),
  foreign key (company_id, document_id) references document (company_id, id),
  check ((state = 'ordered') = (document_id is not null)),
  check ((state = 'unreadable') <= (unreadable is not null)),
  check ((state in ('ordered', 'refused')) = (settled_by is not null and settled_at is not null))
);
create unique index received_invoice_once on received_invoice (company_id, sha256) where state <> 'refused';
create unique index received_invoice_by_file on received_invoice (company_id, file_id);
create index received_invoice_waiting on received_invoice (company_id, read_after) where state = 'waiting';
create index received_invoice_open on received_invoice (company_id, id) where state in ('waiting', 'read', 'unreadable');
create index received_invoice_refused on received_invoice (company_id, id) where state = 'refused';
create index received_invoice_of_client on received_invoice (company_id, client_id, id);
create index received_invoice_of_sender on received_invoice (company_id, sender_provider_id, id);
create index received_invoice_by_number on received_invoice (company_id, issuer_key, invoice_key) where state <> 'refused';
alter table received_invoice enable row level security;
alter table received_invoice force row level security;
create policy tenant on received_invoice
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update on received_invoice to visto_bueno_app;
