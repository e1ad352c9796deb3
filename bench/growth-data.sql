-- One company of so many orders: `growth_company(orders)`. Nine of ten orders are done; what waits grows slowly, as
-- in a company that works. Rows only: foreign keys and triggers are not asked. Every promise of `npm run verify` holds of
-- them (`tests/speed/growth-data.test.ts`), so that a drill of a million orders may end well.
create function bench_id(text) returns uuid language sql immutable as $$ select md5($1)::uuid $$;
create function display_id(prefix text, n int) returns text language sql immutable as $$
  select prefix || '-' || lpad(n::text, greatest(3, length(n::text)), '0') $$;
-- A number below `many`, the same at each run: what an order has of one kind tells nothing of what it has of another.
create function drawn(n int, kind text, many int) returns int language sql immutable as $$
  select ('x' || substr(md5(n || kind), 1, 7))::bit(28)::int % many $$;
-- An id whose first part is its instant (UUIDv7), the same at each run.
create function instant_id(at timestamptz, what text) returns uuid language sql immutable as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(m, 1, 3) || '-8' || substr(m, 4, 3) || '-' || substr(m, 7, 12))::uuid
  from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as h, md5(what) as m) x $$;

-- The chain of a journal, as `audit/rules/chain.ts` and `audit/store.ts` seal it: the seal of the last event.
create function next_seal(previous text, content text) returns text language sql immutable as $$
  select encode(sha256(convert_to(previous || content, 'UTF8')), 'hex') $$;
create aggregate chained(text) (sfunc = next_seal, stype = text, initcond = '0000000000000000000000000000000000000000000000000000000000000000');
create function canonical_event(e event) returns text language sql stable as $$
  select '{"action":' || to_json(e.action) || ',"actorId":' || to_json(e.actor_id) || ',"after":' || to_json(e.after::text)
    || ',"at":"' || to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","before":null,"companyId":"' || e.company_id
    || '","id":"' || e.id || '","number":"' || e.number || '","objectId":' || to_json(e.object_id) || ',"objectType":"' || e.object_type
    || '","onBehalfOf":null,"reason":null,"requestId":null}' $$;

create function growth_company(orders int) returns void language plpgsql as $$
declare
  company uuid := bench_id('growth' || orders);
  clients int := greatest(2, least(50, orders / 5000));
  -- The last of them is small and old: its orders are the first ones.
  projects int := greatest(10, least(500, orders / 1000)) + 1;
  small int := least(100, orders / 20);
  providers int := greatest(5, least(2000, orders / 200));
  opened int := least(orders * 3 / 10, 300 + orders / 400);
  -- People: 1 admin, 2 client's person, 3 approves in every second project, 4 approves in three and in a few orders
  -- elsewhere, 5 executes everywhere, 6 provider's person, 7 approves in the other projects, 8 in all, 9 was asked into the
  -- small one when its orders were done; from 100 on: clients.
  person uuid[] := (select array_agg(bench_id('growth' || orders || '-' || k) order by k) from generate_series(1, 9) k);
  client uuid[] := (select array_agg(bench_id('growth' || orders || '-' || 100 + k) order by k) from generate_series(1, clients) k);
begin
  insert into company (company_id, name, email, plan, status, currency, time_zone, created_at)
    values (company, 'Empresa de ' || orders, 'hola@bench.example', 'enterprise', 'active', 'EUR', 'Europe/Madrid', now());
  insert into account (id, email, name, last_name, role, active, email_confirmed_at, created_at, updated_at)
    select person[k], format('g%s.%s@bench.example', orders, k), 'Persona ' || k, 'Prueba',
      (array['admin', 'client_user', 'approver', 'approver', 'approver', 'provider_user', 'approver', 'approver', 'approver'])[k],
      true, now(), now(), now()
    from generate_series(1, 9) k
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
    select company, person[k], case k when 2 then client[1] end, case k when 6 then 'PRV-001' end, now() from generate_series(1, 9) k
    union all select company, client[k], client[k], null, now() from generate_series(1, clients) k;
  insert into account_company (user_id, company) select user_id, company_id from member where company_id = company;
  insert into contract (company_id, id, type, client_id, description, currency, total_minor, starts_on, ends_on, status,
      created_by, created_at)
    select company, display_id('CTR', k), 'cliente', client[1 + k % clients], 'Contrato ' || k, 'EUR',
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
    union all select company, display_id('PRJ', k), person[8], now() from generate_series(1, projects) k
    union all select company, display_id('PRJ', projects), person[9], now();
  insert into project_permission (company_id, project_id, user_id, permission)
    select company, display_id('PRJ', k), person[5], 'execute' from generate_series(1, projects) k
    union all select company, display_id('PRJ', k), person[2], 'view' from generate_series(1, projects) k where k % clients = 0 and k < 5 * clients;

  create temp table d on commit drop as
    select *, jsonb_build_object('amountMinor', minor::text, 'contractId', contract, 'currency', 'EUR', 'invoiceNumber', 'F-' || n,
        'name', name, 'projectId', project, 'providerId', provider, 'type', type)
        || case when due is null then '{}'::jsonb else jsonb_build_object('payments', jsonb_build_array(due || ' ' || minor)) end as content,
      -- As `documents/rules/content.ts` writes it.
      encode(sha256(convert_to(format('[[["amountMinor","%s"],["contractId","%s"],["currency","EUR"],["invoiceNumber","F-%s"],'
        '["name",%s],%s["projectId","%s"],["providerId","%s"],["type","%s"]],[]]', minor, contract, n, to_json(name),
        case when due is not null then format('["payments",["%s %s"]],', due, minor) end, project, provider, type), 'UTF8')), 'hex') as digest
    from (select *, case type when 'gasto' then at::date + 30 + drawn(n, 'due', 60) end as due from (select n, display_id('DOC', n) as id, p, display_id('PRJ', p) as project, display_id('CTR', p) as contract,
        client[1 + p % clients] as author,
        display_id('PRV', 1 + drawn(n, 'provider', providers)) as provider,
        case when drawn(n, 'type', 5) = 0 then 'emision' else 'gasto' end as type,
        -- One project in five is of a kind of its own, and none of client 1: its orders have a word that no other has.
        case when n % 100000 = 7 then 'Faro' when p % clients <> 0 and drawn(p, 'kind', 5) = 0 then 'Andamio'
          else (array['Cemento', 'Flete', 'Honorarios de diseño', 'Alquiler de luces', 'Póliza anual'])[1 + drawn(n, 'name', 5)] end
          || ' ' || n as name,
        case when n > orders - opened then (array['in_approval', 'in_approval', 'approved'])[1 + drawn(n, 'open', 3)]
          when drawn(n, 'rejected', 20) = 0 then 'rejected' else 'executed' end as state,
        now() - (orders - n) * (interval '1000 days' / orders) as at, 10000 + drawn(n, 'amount', 900000) as minor
      from generate_series(1, orders) n
      cross join lateral (select case when n <= small then projects when n = 1000 then 1
        else 1 + drawn(n, 'project', projects - 1) end as p) x) o) o;
  insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name, amount_minor, currency, state,
      revision, approvals_total, approvals_approved, approvals_rejected, approvals_skipped, approvals_pending, previous_state, created_by,
      changed_by, created_at, submitted_at, updated_at, approved_at, invoice_number, invoice_key, content_digest, due_on, planned_minor)
    select company, id, n, project, contract, author, provider, type, name, minor, 'EUR', state, 1, 2,
      case when state in ('approved', 'executed') then 2 else 0 end, (state = 'rejected')::int, (state = 'rejected')::int,
      case state when 'in_approval' then 2 else 0 end,
      case state when 'in_approval' then null when 'executed' then 'approved' else 'in_approval' end, author, author,
      at, at, at, case when state in ('approved', 'executed') then at end, 'F-' || n, 'f' || n, digest,
      due, case when due is not null then minor end
    from d;
  insert into payment (company_id, document_id, number, due_on, amount_minor, charge_minor, billed_minor, is_paid)
    select company_id, d.id, 1, due_on, amount_minor, amount_minor, amount_minor, d.state = 'executed' from document d
    where d.company_id = company and due_on is not null;
  insert into counter (company_id, kind, last) values (company, 'DOC', orders), (company, 'PRJ', projects), (company, 'CTR', projects),
    (company, 'PRV', providers);
  insert into document_revision (company_id, document_id, revision, content, made_by, made_at)
    select company, id, 1, content, author, at from d;
  insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis)
    select company, id, 1, 1, 1, 'Aprobación del proyecto', 'all', 2,
      case state when 'in_approval' then 'pending' when 'rejected' then 'rejected' else 'approved' end, 'Flujo general' from d;
  insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company, bench_id(orders || id || k), id, 1, 1, person[k], status,
      case when status in ('approved', 'rejected') then at end, at, at, project
    from d cross join lateral (
      -- The approver of the project, and the one of three projects: there always, elsewhere in one of two hundred orders.
      select case p % 2 when 0 then 3 else 7 end as k union all select 4 where p <= 3 or drawn(n, 'asked', 200) = 0
      union all select 8 where not (p <= 3 or drawn(n, 'asked', 200) = 0)) seat
    -- Where the approver of the project has rejected, nobody else is asked.
    cross join lateral (select case state when 'in_approval' then 'pending' when 'rejected' then case when k in (3, 7) then 'rejected'
      else 'skipped' end else 'approved' end as status) s;
  insert into execution (company_id, document_id, executed_by, executed_on, reference, confirmed_at)
    select company, id, person[5], at::date, 'TRF-' || n, at from d where state = 'executed';
  insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor, used_minor, at)
    select company, contract, instant_id(at, orders || id), id, 'submitted', case state when 'in_approval' then minor else 0 end,
      case state when 'approved' then minor else 0 end, case state when 'executed' then minor else 0 end, at from d where state <> 'rejected';
  insert into budget_slot (company_id, contract_id, slot, requested_minor, committed_minor, used_minor)
    select company, contract, n % 16, sum(case state when 'in_approval' then minor else 0 end),
      sum(case state when 'approved' then minor else 0 end), sum(case state when 'executed' then minor else 0 end)
    from d where state <> 'rejected' group by 2, 3;
  insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from document where company_id = company group by 1, 2, 3, 4, 5;
  insert into event (company_id, id, at, actor_id, action, object_type, object_id, after)
    select company, instant_id(at, orders || id || action || actor), at, actor, action, 'document', id, said from (
      select 1 as step, at, id, author as actor, 'document.submitted' as action, jsonb_build_object('state', 'in_approval', 'revision', 1,
        'content', digest, 'name', name, 'type', type, 'projectId', project, 'contractId', contract, 'providerId', provider, 'invoiceNumber',
        'F-' || n, 'amount', jsonb_build_object('minor', minor::text, 'currency', 'EUR'), 'stages', array['1 1 all 2 general']) as said from d
      union all
      select 2, at, d.id, a.approver_id, 'approval.decided', jsonb_build_object('revision', 1, 'content', digest, 'seatId', a.id, 'stage', 1,
        'decision', case a.status when 'approved' then 'approve' else 'reject' end)
      from d join approval a on a.company_id = company and a.document_id = d.id where a.decided_at is not null
      union all
      select 3, at, id, person[5], 'execution.confirmed', jsonb_build_object('state', 'executed', 'revision', 1, 'content', digest,
        'executedOn', at::date, 'reference', 'TRF-' || n) from d where state = 'executed') told
    order by at, step;
  insert into event_seal (company_id, sequence, event_id, hash, sealed_at)
    select company, row_number() over journal, id, chained(canonical_event(event)) over journal, at from event
    where company_id = company window journal as (order by number rows unbounded preceding);
  insert into chain_head (company_id, sequence, hash)
    select company, sequence, hash from event_seal where company_id = company order by sequence desc limit 1;
  insert into notice (company_id, id, user_id, topic, document_id, facts, created_at, read_at)
    select company, instant_id(at, orders || id || 'notice'), person[3], 'approval.requested', id, '{}', at, case when n < orders - opened then at end from d;
  insert into session (id, user_id, company_id, hmac_key, rotated_at, created_at, not_after, idle_after, amr)
    select bench_id('session' || user_id), user_id, company, '\x00', now(), now(), now() + interval '1 day', now() + interval '1 day', '[]'
    from member where company_id = company;
end $$;
