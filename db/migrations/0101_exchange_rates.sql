-- Exchange rates that administrators say: a history that only grows. Of a day the one said last holds.
create table exchange_rate (
  company_id uuid not null references company (company_id),
  id uuid not null,
  currency text not null,
  -- The company's currency when it was said: one unit of `currency` is `rate` of these.
  against text not null,
  -- Exact decimal digits, without zeros at the end.
  rate text not null check (rate ~ '^(0|[1-9][0-9]{0,8})([.][0-9]{0,9}[1-9])?$' and rate <> '0'),
  holds_from date not null,
  entered_by uuid not null,
  entered_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, entered_by) references member (company_id, user_id),
  check (currency <> against)
);
create index exchange_rate_by_day on exchange_rate (company_id, against, currency, holds_from, id);
alter table exchange_rate enable row level security;
alter table exchange_rate force row level security;
create policy tenant on exchange_rate
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on exchange_rate to visto_bueno_app;
