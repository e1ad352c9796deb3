-- Contracts with a life: corrected under a revision, amended with a reason, with files of their own.
alter table contract add column revision int not null default 1 check (revision > 0);

-- Each change of a contract's total, never changed: the last one says what the total is.
create table contract_amendment (
  company_id uuid not null,
  contract_id text not null collate "C",
  revision int not null check (revision > 1),  -- the one it made
  from_minor bigint not null check (from_minor > 0),
  to_minor bigint not null check (to_minor > 0 and to_minor <> from_minor),
  reason text not null check (reason <> ''),
  made_by uuid not null references account (id),
  made_at timestamptz not null,
  primary key (company_id, contract_id, revision),
  foreign key (company_id, contract_id) references contract (company_id, id)
);

create table contract_attachment (
  company_id uuid not null,
  contract_id text not null collate "C",
  file_id uuid not null,
  added_by uuid not null references account (id),
  added_at timestamptz not null,
  primary key (company_id, contract_id, file_id),
  foreign key (company_id, contract_id) references contract (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id)
);
create index contract_attachment_by_file on contract_attachment (company_id, file_id);

-- Bank data of two hands: what one administrator asks for, another confirms. Whoever asked may only take it back.
create table bank_change (
  company_id uuid not null,
  provider_id text not null collate "C",
  id uuid not null,
  iban text,
  bic text,
  asked_by uuid not null,
  asked_at timestamptz not null,
  outcome text not null check (outcome in ('pending', 'confirmed', 'rejected', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  primary key (company_id, provider_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id),
  foreign key (company_id, asked_by) references member (company_id, user_id),
  foreign key (company_id, decided_by) references member (company_id, user_id),
  check ((outcome = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint bank_change_of_two_hands check (outcome not in ('confirmed', 'rejected') or decided_by <> asked_by)
);
create unique index bank_change_pending on bank_change (company_id, provider_id) where outcome = 'pending';

-- Since when a provider is paid to where it is paid now; null while it is where it always was.
alter table provider add column bank_changed_at timestamptz;

do $$
declare name text;
begin
  foreach name in array array['contract_amendment', 'contract_attachment', 'bank_change'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($p$create policy tenant on %I
      using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$p$, name);
  end loop;
end $$;

grant select, insert on contract_amendment to visto_bueno_app;
grant select, insert, delete on contract_attachment to visto_bueno_app;
grant select, insert on bank_change to visto_bueno_app;
grant update (outcome, decided_by, decided_at) on bank_change to visto_bueno_app;
