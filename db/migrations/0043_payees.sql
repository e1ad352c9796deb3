-- Whom money goes to is told by the tax id, not by the row: two providers with one tax id are one payee. As it is
-- compared: letters and figures alone, in capitals, without the country in front of a Spanish one.
alter table provider add column tax_key text collate "C" generated always as (
  nullif(regexp_replace(upper(regexp_replace(tax_id, '[^A-Za-z0-9]', '', 'g')), '^ES(?=.{9}$)', ''), '')) stored;
create index provider_by_tax_key on provider (company_id, tax_key) where tax_key is not null;
create index provider_by_iban on provider (company_id, iban) where iban is not null;
-- What was asked for a payee lately, by whatever contract.
create index document_of_payee on document (company_id, provider_id, submitted_at);
