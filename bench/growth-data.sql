-- One company of so many orders: `growth_company(orders)`. Nine of ten orders are done; what waits grows slowly, as
-- in a company that works. Rows only: foreign keys and triggers are not asked.
create function bench_id(text) returns uuid language sql immutable as $$ select md5($1)::uuid $$;
create function display_id(prefix text, n int) returns text language sql immutable as $$
  select prefix || '-' || lpad(n::text, greatest(3, length(n::text)), '0') $$;
-- An id whose first part is its instant (UUIDv7), the same at each run.
create function instant_id(at timestamptz, what text) returns uuid language sql immutable as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(m, 1, 3) || '-8' || substr(m, 4, 3) || '-' || substr(m, 7, 12))::uuid
  from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as h, md5(what) as m) x $$;

create function growth_company(orders int) returns void language plpgsql as $$
declare
  company uuid := bench_id('growth' || orders);
  clients int := greatest(2, least(50, orders / 5000));
  projects int := greatest(10, least(500, orders / 1000));
  providers int := greatest(5, least(2000, orders / 200));
  opened int := least(orders * 3 / 10, 300 + orders / 400);
  -- People: 1 admin, 2 client's person, 3 approves in every second project, 4 approves in three and in a few orders
  -- elsewhere, 5 executes everywhere, 6 provider's person, 7 approves in the other projects, 8 in all; from 100 on: clients.
  person uuid[] := (select array_agg(bench_id('growth' || orders || '-' || k) order by k) from generate_series(1, 8) k);
  client uuid[] := (select array_agg(bench_id('growth' || orders || '-' || 100 + k) order by k) from generate_series(1, clients) k);
begin
  insert into company (company_id, name, email, plan, status, currency, time_zone, created_at)
    values (company, 'Empresa de ' || orders, 'hola@bench.example', 'enterprise', 'active', 'EUR', 'Europe/Madrid', now());
  insert into account (id, email, name, last_name, role, active, email_confirmed_at, created_at, updated_at)
    select person[k], format('g%s.%s@bench.example', orders, k), 'Persona ' || k, 'Prueba',
      (array['admin', 'client_user', 'approver', 'approver', 'approver', 'provider_user', 'approver', 'approver'])[k], true, now(), now(), now()
    from generate_series(1, 8) k
    union all
    select client[k], format('g%s.%s@bench.example', orders, 100 + k), 'Cliente ' || k, 'Prueba', 'client', true, now(), now(), now()
    from generate_series(1, clients) k;
  insert into client (company_id, id, name, email, status, created_at)
    select company, client[k], 'Cliente ' || k, format('g%s.%s@bench.example', orders, 100 + k), 'active', now()
    from generate_series(1, clients) k;
  insert into provider (company_id, id, name, status, created_at)
    select company, display_id('PRV', k), (array['Aceros', 'Catering', 'Estudio', 'Gráficas', 'Transportes', 'Viveros', 'Hierros'])[1 + k % 7]
      || ' ' || (array['del Norte', 'La Plaza', 'Añil', 'Miño', 'Ebro'])[1 + k % 5] || ' ' || k, 'active', now()
    from generate_series(1, providers) k;
  insert into member (company_id, user_id, client_id, provider_id, created_at)
    select company, person[k], case k when 2 then client[1] end, case k when 6 then 'PRV-001' end, now() from generate_series(1, 8) k
    union all select company, client[k], client[k], null, now() from generate_series(1, clients) k;
  insert into account_company (user_id, company) select user_id, company_id from member where company_id = company;
  insert into contract (company_id, id, type, client_id, provider_id, description, currency, total_minor, starts_on, ends_on, status,
      created_by, created_at)
    select company, display_id('CTR', k), 'proveedor', client[1 + k % clients], display_id('PRV', 1 + k % providers), 'Contrato ' || k, 'EUR',
      900000000000000, '2020-01-01', '2090-01-01', 'active', person[1], now() from generate_series(1, projects) k;
  insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
    select company, display_id('PRJ', k), client[1 + k % clients], 'Obra ' || k, 'active', 'EUR', 90000000000, person[1], now(), now()
    from generate_series(1, projects) k;
  insert into client_provider (company_id, client_id, provider_id)
    select distinct company, client[1 + k % clients], display_id('PRV', 1 + k % providers) from generate_series(1, projects) k;
  insert into project_contract (company_id, project_id, contract_id, main)
    select company, display_id('PRJ', k), display_id('CTR', k), true from generate_series(1, projects) k;
  insert into project_approver (company_id, project_id, user_id, created_at)
    select company, display_id('PRJ', k), person[case k % 2 when 0 then 3 else 7 end], now() from generate_series(1, projects) k
    union all select company, display_id('PRJ', k), person[4], now() from generate_series(1, 3) k
    union all select company, display_id('PRJ', k), person[8], now() from generate_series(1, projects) k;
  insert into project_permission (company_id, project_id, user_id, permission)
    select company, display_id('PRJ', k), person[5], 'execute' from generate_series(1, projects) k
    union all select company, display_id('PRJ', k), person[2], 'view' from generate_series(1, projects) k where k % clients = 0 and k < 5 * clients;

  create temp table d on commit drop as
    select n, display_id('DOC', n) as id, 1 + n % projects as p, 1 + (n * 7919::bigint) % providers as v,
      case when n > orders - opened then (array['in_approval', 'in_approval', 'approved'])[1 + n % 3]
        when n % 20 = 0 then 'rejected' else 'executed' end as state,
      now() - (orders - n) * (interval '1000 days' / orders) as at, 10000 + (n * 7919::bigint) % 900000 as minor
    from generate_series(1, orders) n;
  insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name, amount_minor, currency, state,
      revision, approvals_total, approvals_approved, approvals_rejected, approvals_pending, previous_state, created_by, changed_by, created_at,
      submitted_at, updated_at, approved_at, invoice_number, invoice_key)
    select company, id, n, display_id('PRJ', p), display_id('CTR', p), client[1 + p % clients], display_id('PRV', v::int),
      case when n % 5 = 0 then 'emision' else 'gasto' end,
      case when n % 100000 = 7 then 'Faro' else (array['Cemento', 'Flete', 'Honorarios de diseño', 'Alquiler de luces', 'Póliza anual'])[1 + n % 5] end
        || ' ' || n, minor, 'EUR', state, 1, 2, case when state in ('approved', 'executed') then 2 else 0 end,
      case state when 'rejected' then 2 else 0 end, case state when 'in_approval' then 2 else 0 end,
      case state when 'in_approval' then null when 'executed' then 'approved' else 'in_approval' end, client[1 + p % clients], client[1 + p % clients],
      at, at, at, case when state in ('approved', 'executed') then at end, 'F-' || n, 'f' || n
    from d;
  insert into counter (company_id, kind, last) values (company, 'DOC', orders), (company, 'PRJ', projects), (company, 'CTR', projects),
    (company, 'PRV', providers);
  insert into document_revision (company_id, document_id, revision, content, made_by, made_at)
    select company, id, 1, '{}', client[1 + p % clients], at from d;
  insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis)
    select company, id, 1, 1, 1, 'Aprobación del proyecto', 'all', 2,
      case state when 'in_approval' then 'pending' when 'rejected' then 'rejected' else 'approved' end, 'Flujo general' from d;
  insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company, bench_id(orders || id || k), id, 1, 1, person[k],
      case state when 'in_approval' then 'pending' when 'rejected' then 'rejected' else 'approved' end,
      case when state <> 'in_approval' then at end, at, at, display_id('PRJ', p)
    from d cross join lateral (
      -- The approver of the project, and the one of three projects: there always, elsewhere in one of two hundred orders.
      select case p % 2 when 0 then 3 else 7 end as k union all select 4 where p <= 3 or n % 200 = 11
      union all select 8 where not (p <= 3 or n % 200 = 11)) seat;
  insert into execution (company_id, document_id, executed_by, executed_on, reference, confirmed_at)
    select company, id, person[5], at::date, 'TRF-' || n, at from d where state = 'executed';
  insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor, used_minor, at)
    select company, display_id('CTR', p), instant_id(at, orders || id), id, 'submitted', case state when 'in_approval' then minor else 0 end,
      case state when 'approved' then minor else 0 end, case state when 'executed' then minor else 0 end, at from d where state <> 'rejected';
  insert into budget_slot (company_id, contract_id, slot, requested_minor, committed_minor, used_minor)
    select company, display_id('CTR', p), n % 16, sum(case state when 'in_approval' then minor else 0 end),
      sum(case state when 'approved' then minor else 0 end), sum(case state when 'executed' then minor else 0 end)
    from d where state <> 'rejected' group by 2, 3;
  insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from document where company_id = company group by 1, 2, 3, 4, 5;
  insert into event (company_id, id, at, actor_id, action, object_type, object_id, after)
    select company, instant_id(at, orders || id || verb), at, client[1 + p % clients], verb, 'document', id, jsonb_build_object('state', state)
    from d cross join (values ('document.submitted'), ('approval.decided')) v (verb)
    where verb = 'document.submitted' or state <> 'in_approval';
  insert into event_seal (company_id, sequence, event_id, hash, sealed_at)
    select company, row_number() over (order by id), id, md5(id::text) || md5(id::text), at from event where company_id = company;
  insert into notice (company_id, id, user_id, topic, document_id, facts, created_at, read_at)
    select company, instant_id(at, orders || id || 'notice'), person[3], 'approval.requested', id, '{}', at, case when n < orders - opened then at end from d;
  insert into session (id, user_id, company_id, hmac_key, rotated_at, created_at, not_after, idle_after, amr)
    select bench_id('session' || user_id), user_id, company, '\x00', now(), now(), now() + interval '1 day', now() + interval '1 day', '[]'
    from member where company_id = company;
end $$;
