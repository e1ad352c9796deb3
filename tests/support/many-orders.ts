// Thousands of orders in one project in a second: loaded by the owner, with seats, ledger and tallies that fit them.
import { part, type Sql, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'

export type ManyOrders = {
  readonly companyId: string
  readonly projectId: string
  readonly contractId: string
  readonly clientId: string
  readonly providerIds: readonly string[]
  readonly approverIds: readonly string[]
  readonly executorId: string
  readonly count: number
}

/**
 * Six of ten wait, two are approved, one is paid and one rejected. «Cemento» is in one name of five, «Faro» in one
 * of five hundred. Without journal: who reads the timeline of one of these reads nothing.
 */
export async function loadOrders({ tamper }: Pick<TestApp, 'tamper'>, many: ManyOrders): Promise<void> {
  for (const statement of statements(many)) await tamper(statement)
}

function statements(many: ManyOrders): Sql[] {
  const { companyId, projectId, contractId, clientId, providerIds, approverIds, executorId, count } = many
  const loaded = part`(select * from document where company_id = ${companyId} and project_id = ${projectId}
    and description = 'A granel')`
  const decided = part`case d.state when 'in_approval' then 'pending' when 'rejected' then 'rejected' else 'approved' end`
  return [
    sql`
      insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name, description,
        amount_minor, currency, state, previous_state, revision, approvals_total, approvals_approved, approvals_rejected,
        approvals_pending, created_by, changed_by, created_at, submitted_at, updated_at)
      select ${companyId}, 'DOC-' || lpad(n::text, greatest(3, length(n::text)), '0'), n, ${projectId}, ${contractId}, ${clientId},
        (${providerIds}::text[])[1 + n % ${providerIds.length}::int], case n % 2 when 0 then 'gasto' else 'emision' end,
        case when g % 500 = 7 then 'Faro' else (array['Cemento', 'Flete', 'Honorarios de diseño', 'Alquiler', 'Póliza'])[1 + n % 5] end
          || ' ' || n, 'A granel', 10000 + (n * 7919) % 900000, 'EUR', s.state,
        case when s.state <> 'in_approval' then case s.state when 'executed' then 'approved' else 'in_approval' end end, 1, k.seats,
        case when s.state in ('approved', 'executed') then k.seats else 0 end, case s.state when 'rejected' then k.seats else 0 end,
        case s.state when 'in_approval' then k.seats else 0 end, ${clientId}, ${clientId}, t.at, t.at, t.at
      from generate_series(1, ${count}::int) g
      cross join (select coalesce(max(last), 0) as last from counter where company_id = ${companyId} and kind = 'DOC') c
      cross join lateral (select c.last + g as n) n
      cross join (select ${approverIds.length}::int as seats) k
      cross join lateral (select now() - (${count}::int - g) * interval '1 minute' as at) t
      cross join lateral (select (array['in_approval', 'in_approval', 'in_approval', 'in_approval', 'in_approval', 'in_approval',
        'approved', 'approved', 'executed', 'rejected'])[1 + n % 10] as state) s`,
    sql`analyze document`,
    sql`insert into counter (company_id, kind, last) select ${companyId}, 'DOC', max(number) from ${loaded} d
      on conflict (company_id, kind) do update set last = excluded.last`,
    sql`insert into document_revision (company_id, document_id, revision, content, made_by, made_at)
      select company_id, id, 1, jsonb_build_object('projectId', project_id, 'contractId', contract_id, 'type', type,
        'name', name, 'providerId', provider_id, 'description', description, 'amountMinor', amount_minor::text,
        'currency', currency), created_by, created_at from ${loaded} d`,
    sql`insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis)
      select company_id, id, 1, 1, 1, 'Aprobación del proyecto', 'all', ${approverIds.length}::int, ${decided}, 'Flujo general'
      from ${loaded} d`,
    sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at)
      select company_id, gen_random_uuid(), id, 1, 1, approver, ${decided},
        case when state <> 'in_approval' then created_at end, created_at, created_at
      from ${loaded} d cross join unnest(${approverIds}::uuid[]) approver`,
    sql`insert into execution (company_id, document_id, executed_by, executed_on, reference, confirmed_at)
      select company_id, id, ${executorId}, current_date, 'TRF', now() from ${loaded} d where state = 'executed'`,
    sql`insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor, used_minor, at)
      select d.company_id, contract_id, gen_random_uuid(), id, 'submitted',
        case state when 'in_approval' then amount_minor else 0 end, case state when 'approved' then amount_minor else 0 end,
        case state when 'executed' then amount_minor else 0 end, coalesce(e.confirmed_at, created_at)
      from ${loaded} d left join execution e on e.company_id = d.company_id and e.document_id = d.id where state <> 'rejected'`,
    sql`analyze budget_entry`,
    sql`insert into budget_slot as b (company_id, contract_id, slot, requested_minor, committed_minor, used_minor)
      select e.company_id, e.contract_id, d.number % 16, sum(requested_minor), sum(committed_minor), sum(used_minor)
      from budget_entry e join ${loaded} d on d.company_id = e.company_id and d.id = e.document_id group by 1, 2, 3
      on conflict (company_id, contract_id, slot) do update set requested_minor = b.requested_minor + excluded.requested_minor,
        committed_minor = b.committed_minor + excluded.committed_minor, used_minor = b.used_minor + excluded.used_minor`,
    sql`insert into document_tally as t (company_id, project_id, type, state, slot, count, amount_minor)
      select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from ${loaded} d group by 1, 2, 3, 4, 5
      on conflict (company_id, project_id, type, state, slot) do update
        set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor`,
    sql`analyze`,
  ]
}
