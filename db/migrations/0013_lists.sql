-- Lists of orders sorted by amount, by name and by provider. One index a company serves every project and client of
-- it: of a large one every few rows are wanted, and the rows of a small one are sorted.
alter table document add column name_key text collate "C" generated always as (fold(name)) stored;
alter table document alter column name_key set not null;
create index document_by_amount on document (company_id, amount_minor, number);
create index document_by_name on document (company_id, name_key, number);
create index document_by_provider on document (company_id, provider_id, number desc);
