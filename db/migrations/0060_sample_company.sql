-- A sample is a company with invented data, made for one administrator of the company that it names.
alter table company add column sample_of uuid;
-- The link of that administrator to their sample, beside tenancy: access to the sample ends with access to the company.
alter table account_company add column sample_of uuid;
create index account_company_samples on account_company (sample_of) where sample_of is not null;

-- The platform sees no sample.
drop policy platform on company;
create policy platform on company for select to visto_bueno_platform using (sample_of is null);
grant select (sample_of) on company to visto_bueno_platform;
