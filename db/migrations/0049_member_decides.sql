-- A function and not a fragment of the session's query: six subqueries cost each request their start, although the
-- answer is asked for only where the company's second-factor policy is 'deciders'.
create function member_decides(of_company uuid, of_user uuid, at_instant timestamptz) returns boolean
language sql stable as $$
  select exists (select from project_approver x where x.company_id = of_company and x.user_id = of_user)
    or exists (select from project_permission x where x.company_id = of_company and x.user_id = of_user
      and x.permission in ('approve', 'execute'))
    or exists (select from member_permission x where x.company_id = of_company and x.user_id = of_user
      and x.permission in ('approve', 'execute'))
    or exists (select from budget_owner x where x.company_id = of_company and x.user_id = of_user)
    or exists (select from approval x where x.company_id = of_company and x.approver_id = of_user
      and x.status = 'pending')
    or exists (select from delegation x join company c on c.company_id = x.company_id
      where x.company_id = of_company and x.to_user = of_user and x.ended_at is null
      and (at_instant at time zone c.time_zone)::date between x.starts_on and x.ends_on)
$$;
