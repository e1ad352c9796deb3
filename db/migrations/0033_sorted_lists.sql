-- Lists that page by keyset, sorted by name, date, amount and end: a page of a large company reads the rows that it
-- shows, and no list sorts all of them to find its first fifty.
alter table client add column name_key text collate "C" generated always as (fold(name)) stored;
alter table client alter column name_key set not null;
alter table provider add column name_key text collate "C" generated always as (fold(name)) stored;
alter table provider alter column name_key set not null;
alter table project add column name_key text collate "C" generated always as (fold(name)) stored;
alter table project alter column name_key set not null;
create index client_by_name on client (company_id, name_key, id);
create index client_by_time on client (company_id, created_at, id);
create index provider_by_name on provider (company_id, name_key, id);
create index provider_by_time on provider (company_id, created_at, id);
create index project_by_name on project (company_id, name_key, id);
create index project_by_time on project (company_id, created_at, id);
create index project_by_amount on project (company_id, total_minor, id);
create index contract_by_time on contract (company_id, created_at, id);
create index contract_by_amount on contract (company_id, total_minor, id);
create index contract_by_end on contract (company_id, ends_on, id);
