-- Tax ids of clients and of the company, so that a received invoice says for whom it is. Of the active clients of a
-- company no two have the same; the key is that of providers. Programs of the release before write none.
alter table client
  add column tax_id text,
  add column tax_key text collate "C" generated always as (
    nullif(regexp_replace(upper(regexp_replace(tax_id, '[^A-Za-z0-9]', '', 'g')), '^ES(?=.{9}$)', ''), '')) stored;
create unique index client_by_tax_key on client (company_id, tax_key) where status = 'active' and tax_key is not null;

alter table company add column tax_id text;
