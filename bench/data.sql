-- A busy installation: companies (bench.companies, usually 100) with 1,000 orders each, three approvals an order, five contracts a company.
-- Loaded by the owner, in bulk; sums and counters are made from the rows, so every invariant holds.
set session_replication_role = replica;
create function bench_id(text) returns uuid language sql immutable as $$ select md5($1)::uuid $$;

create temp table c as select n, bench_id('company' || n) as company_id from generate_series(1, current_setting('bench.companies')::int) n;
create temp table u as
  select c.company_id, bench_id('user' || c.n || '-' || k) as user_id, k,
    (array['admin', 'client', 'approver', 'approver', 'approver', 'approver'])[k] as role, c.n
  from c, generate_series(1, 6) k;

insert into account (id, email, name, last_name, role, active, created_at, updated_at)
  select user_id, format('u%s.%s@bench.example', n, k), 'Persona ' || k, 'Prueba', role, true, now(), now() from u;
insert into company (company_id, name, email, plan, status, currency, time_zone, created_at)
  select company_id, 'Empresa ' || n, 'hola@bench.example', 'enterprise', 'active', 'EUR', 'Europe/Madrid', now() from c;
insert into client (company_id, id, name, email, status, created_at)
  select company_id, user_id, 'Cliente ' || n, format('u%s.2@bench.example', n), 'active', now() from u where k = 2;
insert into member (company_id, user_id, client_id, created_at)
  select company_id, user_id, case when k = 2 then user_id end, now() from u;
insert into account_company (user_id, company) select user_id, company_id from u;
insert into provider (company_id, id, name, status, created_at)
  select company_id, format('PRV-%s', lpad(i::text, 3, '0')),
    (array['Aceros del Norte', 'Catering La Plaza', 'Estudio Añil', 'Gráficas Miño', 'Transportes Ebro'])[i], 'active', now()
  from c, generate_series(1, 5) i;
insert into contract (company_id, id, type, client_id, provider_id, description, currency, total_minor, starts_on, ends_on,
    status, created_by, created_at)
  select company_id, format('CTR-%s', lpad(i::text, 3, '0')), 'proveedor', user_id, format('PRV-%s', lpad(i::text, 3, '0')),
    'Contrato ' || i, 'EUR', 900000000000, '2020-01-01', '2090-01-01', 'active', user_id, now()
  from u, generate_series(1, 5) i where k = 2;
insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
  select company_id, format('PRJ-%s', lpad(i::text, 3, '0')), user_id, 'Obra ' || i, 'active', 'EUR', 90000000000, user_id,
    now(), now()
  from u, generate_series(1, 10) i where k = 2;
insert into project_contract (company_id, project_id, contract_id, main)
  select company_id, format('PRJ-%s', lpad(i::text, 3, '0')), format('CTR-%s', lpad(((i - 1) % 5 + 1)::text, 3, '0')), true
  from c, generate_series(1, 10) i;
insert into project_approver (company_id, project_id, user_id, created_at)
  select company_id, format('PRJ-%s', lpad(i::text, 3, '0')), user_id, now() from u, generate_series(1, 10) i where k in (3, 4, 5);
insert into project_permission (company_id, project_id, user_id, permission)
  select company_id, format('PRJ-%s', lpad(i::text, 3, '0')), user_id, 'execute' from u, generate_series(1, 10) i where k = 6;

-- Two companies more, to approve in: one with five hundred contracts, one with a single contract that everybody charges.
create temp table h as select n, bench_id('hot' || n) as company_id, bench_id('hotuser' || n || '-' || k) as user_id, k,
    (array['client', 'approver'])[k] as role, (array[500, 1])[n] as contracts
  from generate_series(1, 2) n, generate_series(1, 2) k;
insert into account (id, email, name, last_name, role, active, created_at, updated_at)
  select user_id, format('h%s.%s@bench.example', n, k), 'Persona ' || k, 'Prueba', role, true, now(), now() from h;
insert into company (company_id, name, email, plan, status, currency, time_zone, created_at)
  select distinct company_id, 'Concurrida ' || n, 'hola@bench.example', 'enterprise', 'active', 'EUR', 'Europe/Madrid', now() from h;
insert into client (company_id, id, name, email, status, created_at)
  select company_id, user_id, 'Cliente', format('h%s@bench.example', n), 'active', now() from h where k = 1;
insert into member (company_id, user_id, client_id, created_at)
  select company_id, user_id, case when k = 1 then user_id end, now() from h;
insert into account_company (user_id, company) select user_id, company_id from h;
insert into provider (company_id, id, name, status, created_at)
  select distinct company_id, 'PRV-001', 'Aceros del Norte', 'active', now() from h;
insert into contract (company_id, id, type, client_id, provider_id, description, currency, total_minor, starts_on, ends_on,
    status, created_by, created_at)
  select company_id, format('CTR-%s', lpad(i::text, 3, '0')), 'proveedor', user_id, 'PRV-001', 'Contrato ' || i, 'EUR',
    900000000000, '2020-01-01', '2090-01-01', 'active', user_id, now()
  from h, generate_series(1, contracts) i where k = 1;
insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
  select company_id, 'PRJ-001', user_id, 'Obra', 'active', 'EUR', 90000000000, user_id, now(), now() from h where k = 1;
insert into project_contract (company_id, project_id, contract_id, main)
  select company_id, 'PRJ-001', format('CTR-%s', lpad(i::text, 3, '0')), i = 1 from h, generate_series(1, contracts) i where k = 1;
insert into project_approver (company_id, project_id, user_id, created_at)
  select company_id, 'PRJ-001', user_id, now() from h where k = 2;
insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name, amount_minor, currency,
    state, revision, approvals_total, approvals_pending, created_by, changed_by, created_at, submitted_at, updated_at)
  select company_id, format('DOC-%s', lpad(g::text, greatest(3, length(g::text)), '0')), g, 'PRJ-001',
    format('CTR-%s', lpad((g % contracts + 1)::text, 3, '0')), user_id, 'PRV-001', 'gasto', 'Cemento ' || g, 10000 + g, 'EUR',
    'in_approval', 1, 1, 1, user_id, user_id, now(), now(), now()
  from h, generate_series(1, 12000) g where k = 1;

create temp table d as
  select c.company_id, g as number, format('DOC-%s', lpad(g::text, greatest(3, length(g::text)), '0')) as id, (g - 1) % 10 + 1 as p,
    (array['in_approval', 'in_approval', 'in_approval', 'in_approval', 'in_approval', 'in_approval', 'approved', 'approved',
      'executed', 'rejected'])[g % 10 + 1] as state,
    now() - (1001 - g) * interval '1 hour' as at, 10000 + (g * 7919) % 900000 as minor
  from c, generate_series(1, 1000) g;
insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name, amount_minor, currency,
    state, revision, approvals_total, approvals_approved, approvals_rejected, approvals_pending, approvals_skipped, previous_state,
    created_by, changed_by, created_at, submitted_at, updated_at)
  select d.company_id, d.id, d.number, format('PRJ-%s', lpad(p::text, 3, '0')), format('CTR-%s', lpad(((p - 1) % 5 + 1)::text, 3, '0')),
    u.user_id, format('PRV-%s', lpad(((p - 1) % 5 + 1)::text, 3, '0')),
    case when number % 2 = 0 then 'gasto' else 'emision' end,
    (array['Cemento', 'Flete', 'Honorarios de diseño', 'Alquiler de luces', 'Póliza anual'])[number % 5 + 1] || ' ' || number,
    minor, 'EUR', state, 1, 3,
    case state when 'in_approval' then 0 when 'rejected' then 0 else 3 end, (state = 'rejected')::int,
    case state when 'in_approval' then 3 else 0 end, case state when 'rejected' then 2 else 0 end,
    case when state <> 'in_approval' then case when state = 'executed' then 'approved' else 'in_approval' end end,
    u.user_id, u.user_id, at, at, at
  from d join u on u.company_id = d.company_id and u.k = 2;
insert into document_revision (company_id, document_id, revision, content, made_by, made_at)
  select company_id, id, 1, '{}', created_by, created_at from document;
insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis)
  select company_id, id, 1, 1, 1, 'Aprobación del proyecto', 'all', approvals_total,
    case state when 'in_approval' then 'pending' when 'rejected' then 'rejected' else 'approved' end, 'Flujo general'
  from document;
insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at,
    project_id)
  select d.company_id, bench_id(d.company_id || d.id || u.k), d.id, 1, 1, u.user_id, s.status,
    case when s.status in ('approved', 'rejected') then d.created_at end, d.created_at, d.created_at, d.project_id
  from document d join u on u.company_id = d.company_id and u.k in (3, 4, 5)
  cross join lateral (select case d.state when 'in_approval' then 'pending'
    when 'rejected' then case u.k when 3 then 'rejected' else 'skipped' end else 'approved' end as status) s;
insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at, project_id)
  select d.company_id, bench_id(d.company_id || d.id), d.id, 1, 1, h.user_id, 'pending', d.created_at, d.created_at, d.project_id
  from document d join h on h.company_id = d.company_id and h.k = 2;
insert into execution (company_id, document_id, executed_by, executed_on, reference, confirmed_at)
  select d.company_id, d.id, u.user_id, current_date, 'TRF', now()
  from document d join u on u.company_id = d.company_id and u.k = 6 where d.state = 'executed';
insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor, used_minor, at)
  select company_id, contract_id, bench_id(company_id || id || 'budget'), id, 'submitted',
    case state when 'in_approval' then amount_minor else 0 end, case state when 'approved' then amount_minor else 0 end,
    case state when 'executed' then amount_minor else 0 end, created_at
  from document where state <> 'rejected';
insert into budget_slot (company_id, contract_id, slot, requested_minor, committed_minor, used_minor)
  select b.company_id, b.contract_id, d.number % 16, sum(requested_minor), sum(committed_minor), sum(used_minor)
  from budget_entry b join document d on d.company_id = b.company_id and d.id = b.document_id group by 1, 2, 3;
insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
  select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from document group by 1, 2, 3, 4, 5;
insert into session (id, user_id, company_id, hmac_key, rotated_at, created_at, not_after, idle_after, amr)
  select bench_id('session' || user_id), user_id, company_id, '\x00', now(), now(), now() + interval '1 day',
    now() + interval '1 day', '[]' from (select user_id, company_id from u union all select user_id, company_id from h) every;
set session_replication_role = origin;

-- Decision of a raw server: the same rows written, in one call.
create function bench_decide(p_company uuid, p_document text, p_user uuid) returns jsonb language plpgsql as $$
declare d document; seat uuid; done boolean; event_id uuid := gen_random_uuid();
begin
  select * into d from document where company_id = p_company and id = p_document for update;
  update approval set status = 'approved', decided_at = now(), updated_at = now()
    where company_id = p_company and document_id = p_document and revision = d.revision and approver_id = p_user
      and status = 'pending' returning id into seat;
  if seat is null then return null; end if;
  done := d.approvals_pending = 1;
  update document set approvals_approved = approvals_approved + 1, approvals_pending = approvals_pending - 1,
    previous_state = state, state = case when done then 'approved' else state end, updated_at = now()
    where company_id = p_company and id = p_document;
  insert into event (company_id, id, at, actor_id, action, object_type, object_id, before, after)
    values (p_company, event_id, now(), p_user, 'approval.decided', 'document', p_document,
      jsonb_build_object('state', d.state), jsonb_build_object('decision', 'approve', 'revision', d.revision));
  insert into event_unsealed (company, event_id) values (p_company, event_id);
  insert into outbox (id, company, topic, payload, created_at, next_try_at)
    values (gen_random_uuid(), p_company, 'bench', '{}', now(), now() + interval '1 day');
  if done then
    update approval_stage set outcome = 'approved'
      where company_id = p_company and document_id = p_document and revision = d.revision;
    insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor, used_minor, at)
      values (p_company, d.contract_id, gen_random_uuid(), p_document, 'approved', -d.amount_minor, d.amount_minor, 0, now());
    update budget_slot set requested_minor = requested_minor - d.amount_minor, committed_minor = committed_minor + d.amount_minor
      where company_id = p_company and contract_id = d.contract_id and slot = d.number % 16;
    insert into document_tally as t (company_id, project_id, type, state, slot, count, amount_minor)
      values (p_company, d.project_id, d.type, 'approved', d.number % 8, 1, d.amount_minor),
        (p_company, d.project_id, d.type, 'in_approval', d.number % 8, -1, -d.amount_minor)
      on conflict (company_id, project_id, type, state, slot) do update
        set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor;
  end if;
  return jsonb_build_object('id', p_document, 'state', case when done then 'approved' else d.state end);
end $$;
