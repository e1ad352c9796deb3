-- Answers of the bank to the question whose an account is (Verification of Payee), as somebody wrote them down. An answer is
-- of one account: of another that the provider has later it says nothing. Rows are only added.
create table payee_check (
  company_id uuid not null references company (company_id),
  provider_id text collate "C" not null,
  id uuid not null,
  iban text not null,
  outcome text not null check (outcome in ('match', 'close', 'no_match', 'unavailable')),
  -- Name of the holder, where the bank gave it.
  holder text check (length(holder) between 1 and 140),
  asked_by uuid not null,
  asked_at timestamptz not null,
  primary key (company_id, provider_id, id),
  foreign key (company_id, provider_id) references provider (company_id, id),
  foreign key (company_id, asked_by) references member (company_id, user_id)
);
alter table payee_check enable row level security;
alter table payee_check force row level security;
create policy tenant on payee_check
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on payee_check to visto_bueno_app;
