-- What the platform's screens say of all companies is read by a role of its own, which sees a few columns of
-- every row, and writes nothing.
do $$
declare name text;
begin
  foreach name in array array['company', 'member', 'client', 'provider', 'project', 'contract', 'document', 'approval', 'event'] loop
    execute format('create policy platform on %I for select to visto_bueno_platform using (true)', name);
  end loop;
end $$;

grant select (company_id, name, email, plan, status, currency, time_zone, created_at) on company to visto_bueno_platform;
grant select (company_id, user_id, client_id, provider_id, active, created_at) on member to visto_bueno_platform;
grant select (company_id, id, name, status) on client, provider to visto_bueno_platform;
grant select (company_id, id, status) on project to visto_bueno_platform;
grant select (company_id, id, status, ends_on) on contract to visto_bueno_platform;
grant select (company_id, id, state, created_at) on document to visto_bueno_platform;
grant select (company_id, id, status, created_at, decided_at) on approval to visto_bueno_platform;
-- When something last happened, and by whom: not what.
grant select (company_id, id, at, actor_id) on event to visto_bueno_platform;

-- People are global: who they are, and nothing that opens their account.
grant select (id, email, name, last_name, role, requested_role, active, second_factor, email_confirmed_at,
  invited_at, last_sign_in_at, created_at, search) on account to visto_bueno_platform;
grant select (user_id, company) on account_company to visto_bueno_platform;

-- The list of all people, newest first, goes on where the last page ended.
create index account_by_time on account (created_at desc, id desc);
