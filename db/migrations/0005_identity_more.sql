-- Which companies a person belongs to, found by person: written with the member, read at sign-in. It is
-- global, because a tenant table's indexes start with the company and sign-in does not know one yet.
create table account_company (
  user_id uuid not null references account (id),
  company uuid not null,
  primary key (user_id, company)
);
insert into account_company (user_id, company) select user_id, company_id from member;
grant select, insert on account_company to visto_bueno_app;

alter table account
  add column search text not null collate "C" generated always as (fold(name || ' ' || last_name || ' ' || email)) stored;
