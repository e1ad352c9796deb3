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
