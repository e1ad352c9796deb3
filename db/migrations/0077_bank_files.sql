-- Statements of a bank are text. What the former check let in, the new one does too, so that it need not look at the rows
-- under its lock; 0078 does.
alter table file
  add constraint file_stored_type check (media_type in (
    'application/pdf', 'application/xml', 'text/plain', 'image/png', 'image/jpeg', 'image/webp', 'image/heic')) not valid,
  drop constraint file_media_type;

-- A file of the bank: a statement, a notification or a status report. It is kept, and each counts once.
create table bank_file (
  company_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  -- SHA-256 of the file.
  sha256 text not null,
  format text not null check (format in ('norma43', 'camt053', 'camt054', 'pain002')),
  -- Lines that the file told, and those that no earlier file had told.
  lines int not null check (lines >= 0),
  fresh int not null check (fresh between 0 and lines),
  imported_by uuid not null,
  imported_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id),
  foreign key (company_id, imported_by) references member (company_id, user_id)
);
create unique index bank_file_once on bank_file (company_id, sha256);
create index bank_file_by_file on bank_file (company_id, file_id);
alter table bank_file enable row level security;
alter table bank_file force row level security;
create policy tenant on bank_file
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on bank_file to visto_bueno_app;

-- A line of the bank: what one format says of a movement, or of a part of it, or of a transfer that the bank was sent.
create table bank_line (
  company_id uuid not null,
  id uuid not null,
  -- First file that told it.
  bank_file_id uuid not null,
  -- Equal in every file that tells the line, and its SHA-256.
  line_key text collate "C" not null,
  key_sha256 text collate "C" not null,
  format text not null check (format in ('norma43', 'camt053', 'camt054', 'pain002')),
  -- Number of the line or entry in its file.
  place int not null check (place > 0),
  part_number int,
  part_count int,
  -- Account of the company; null for a status.
  iban text collate "C",
  booked_on date,
  value_on date,
  -- Amount of the whole movement, and of the line: below zero the money left.
  entry_minor bigint,
  amount_minor bigint,
  currency text,
  -- Identifiers as the file has them.
  said jsonb not null,
  counterparty_name text,
  counterparty_iban text,
  text text not null,
  is_return boolean not null default false,
  return_code text,
  -- Of a status report: level, outcome, code and reasons.
  status jsonb,
  -- `told`: a status that changes nothing.
  state text not null default 'open' check (state in ('open', 'settled', 'explained', 'told')),
  settled_kind text check (settled_kind in ('paid', 'batch', 'returned', 'rejected', 'income')),
  explanation text check (length(explanation) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, bank_file_id) references bank_file (company_id, id),
  foreign key (company_id, decided_by) references member (company_id, user_id),
  check ((format = 'pain002') = (status is not null)),
  check ((status is null) = (iban is not null and booked_on is not null and entry_minor is not null
    and amount_minor is not null and currency is not null)),
  check ((state = 'settled') = (settled_kind is not null)),
  check ((state = 'explained') = (explanation is not null)),
  check ((state in ('settled', 'explained')) = (decided_by is not null and decided_at is not null))
);
create unique index bank_line_once on bank_line (company_id, key_sha256);
create index bank_line_open on bank_line (company_id, id) where state = 'open';
create index bank_line_decided on bank_line (company_id, state, id);
create index bank_line_alike on bank_line (company_id, iban, booked_on, entry_minor);
create index bank_line_of_file on bank_line (company_id, bank_file_id, place);
alter table bank_line enable row level security;
alter table bank_line force row level security;
create policy tenant on bank_line
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on bank_line to visto_bueno_app;
grant update (state, settled_kind, explanation, decided_by, decided_at) on bank_line to visto_bueno_app;

-- What a settled line was of. A payment is made, and comes back, by one line at most.
create table bank_line_payment (
  company_id uuid not null,
  line_id uuid not null,
  document_id text collate "C" not null,
  payment int not null check (payment between 1 and 24),
  -- Execution that the line proves or ends; null for a payment that was never made.
  attempt int,
  is_return boolean not null,
  primary key (company_id, line_id, document_id, payment),
  foreign key (company_id, line_id) references bank_line (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, document_id, payment, attempt)
    references execution (company_id, document_id, payment, attempt)
);
create unique index bank_line_payment_once on bank_line_payment (company_id, document_id, payment, attempt, is_return);
alter table bank_line_payment enable row level security;
alter table bank_line_payment force row level security;
create policy tenant on bank_line_payment
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on bank_line_payment to visto_bueno_app;
