-- A person's own companies as a list that the transaction sets, beside the policy with a subquery (own_company), which
-- the release before still needs and a distributed database refuses.
create policy listed_company on company for select
  using (company_id = any (string_to_array(nullif(current_setting('app.companies', true), ''), ',')::uuid[]));

-- Rows of a distributed table are unique within their company alone.
alter table event_unsealed drop constraint event_unsealed_pkey;
alter table event_unsealed add constraint event_unsealed_pkey primary key (company, number);

-- A person's name, for a column of a new row: a distributed database takes no subquery there. Not in SQL, which would
-- be inlined as one.
create function person_name(of_user uuid) returns text language plpgsql stable as $$
begin
  return (select trim(name || ' ' || last_name) from account where id = of_user);
end $$;

-- In PL/pgSQL, because a distributed database plans no parameters of a function in SQL; otherwise that of 0049.
create or replace function member_decides(of_company uuid, of_user uuid, at_instant timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (select from project_approver x where x.company_id = of_company and x.user_id = of_user)
    or exists (select from project_permission x where x.company_id = of_company and x.user_id = of_user
      and x.permission in ('approve', 'execute'))
    or exists (select from member_permission x where x.company_id = of_company and x.user_id = of_user
      and x.permission in ('approve', 'execute'))
    or exists (select from budget_owner x where x.company_id = of_company and x.user_id = of_user)
    or exists (select from approval x where x.company_id = of_company and x.approver_id = of_user
      and x.status = 'pending')
    or exists (select from delegation x join company c on c.company_id = x.company_id
      where x.company_id = of_company and x.to_user = of_user and x.ended_at is null
      and (at_instant at time zone c.time_zone)::date between x.starts_on and x.ends_on);
end $$;
