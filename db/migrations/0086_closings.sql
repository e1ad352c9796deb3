-- Codes under which the accountant of a company books: by place and tax, and by provider. What has no row is booked as the
-- program's own list has it. `tax_kind` is empty and `rate` zero for a place whatever the tax.
create table ledger_account (
  company_id uuid not null references company (company_id),
  place text not null check (place in ('supplier', 'expense', 'client', 'income', 'taxBorne', 'taxCharged', 'withheld',
    'withheldByClients', 'bank')),
  tax_kind text not null default '' check (tax_kind in ('', 'iva', 'igic', 'ipsi', 'recargo', 'exento', 'otro')),
  rate int not null default 0 check (rate between 0 and 10000),
  code text not null check (code ~ '^[0-9][0-9.]{2,11}$'),
  primary key (company_id, place, tax_kind, rate),
  check (tax_kind = '' or place in ('taxBorne', 'taxCharged')),
  check (tax_kind <> '' or rate = 0)
);
alter table ledger_account enable row level security;
alter table ledger_account force row level security;
create policy tenant on ledger_account
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on ledger_account to visto_bueno_app;

create table provider_ledger_account (
  company_id uuid not null,
  provider_id text collate "C" not null,
  place text not null check (place in ('supplier', 'expense')),
  code text not null check (code ~ '^[0-9][0-9.]{2,11}$'),
  primary key (company_id, provider_id, place),
  foreign key (company_id, provider_id) references provider (company_id, id)
);
alter table provider_ledger_account enable row level security;
alter table provider_ledger_account force row level security;
create policy tenant on provider_ledger_account
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert, update, delete on provider_ledger_account to visto_bueno_app;

-- Months that were closed, of the company or of a client, in versions that never change: what stood there, the
-- accountant's sheet, and the files with their digests.
create table closing (
  company_id uuid not null references company (company_id),
  id uuid not null,
  -- Null: the whole company.
  client_id uuid,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  version int not null check (version > 0),
  figures jsonb not null,
  -- Keys of the movements that it has, by which what enters the month later is known.
  movements jsonb not null,
  sheet text not null,
  -- Files beside the sheet: path, id, size and SHA-256 of each.
  files jsonb not null,
  -- What the archive names, byte for byte, and its SHA-256.
  manifest text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  closed_by uuid not null,
  closed_at timestamptz not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, client_id, month, version),
  foreign key (company_id, client_id) references client (company_id, id),
  foreign key (company_id, closed_by) references member (company_id, user_id)
);
alter table closing enable row level security;
alter table closing force row level security;
create policy tenant on closing
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on closing to visto_bueno_app;

-- Constancias that were issued for a close. One serves as long as nothing happened to its order after the event of this
-- number; its file is kept, so that an archive has the same bytes whenever it is made.
create table closing_paper (
  company_id uuid not null,
  certificate_id uuid not null,
  document_id text collate "C" not null,
  file_id uuid not null,
  event_number bigint not null,
  primary key (company_id, certificate_id),
  foreign key (company_id, certificate_id) references certificate (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id)
);
create index closing_paper_of_document on closing_paper (company_id, document_id, event_number);
create index closing_paper_by_file on closing_paper (company_id, file_id);
alter table closing_paper enable row level security;
alter table closing_paper force row level security;
create policy tenant on closing_paper
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on closing_paper to visto_bueno_app;

-- What anybody may ask with the digest of an archive: whose close it is, of which month, and when. Of no company, like
-- the codes of Constancias.
create table closing_digest (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  company uuid not null,
  closing uuid not null
);
grant select, insert on closing_digest to visto_bueno_app;

-- What the bank sent back, by day: few rows of many.
create index execution_by_return on execution (company_id, returned_on, document_id) where returned_on is not null;
