/** Payments due between two days, or on none, each with whether the person may choose it for a batch. */
import { decidersOfDocument, forcersOfDocument } from '#features/approvals/scope.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { executingForAsJson } from '#features/delegations/scope.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { authorsOfDocument } from '#features/documents/scope.ts'
import { mayBatch } from '#features/executions/rules/batch.ts'
import { nextPayment } from '#features/executions/store/payable.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import { type Due, dueStanding, maxDuePayments, mayChoose } from '#features/reports/rules/calendar.ts'
import { choiceAbility } from '#features/reports/text.ts'
import { plansWhole } from '#features/reports/views/calendar.ts'
import { isOpenFor, openPayments, openStatus } from '#features/reports/views/dues.ts'
import type { DuePaymentWire, listDuePayments } from '#features/reports/wire/calendar.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  id: string
  name: string
  state: DocumentState
  status: Due['status']
  currency: string
  bank_account: string | null
  payment_batch_id: string | null
  payments: number | null
  payments_made: number | null
  provider_name: string
  approved_name: string
  bank_bic: string | null
  payment: number
  due_on: Day | null
  minor: bigint
  is_next: boolean
  author_ids: string[]
  decider_ids: string[]
  forcer_ids: string[]
  stands_in_for: Principal[]
  project: StandingRow
}

/** Open payments of orders whose payments the person plans, by due day. */
export async function duePayments(
  tx: TenantTx,
  actor: Actor,
  query: QueryOf<typeof listDuePayments>,
): Promise<ResponseOf<typeof listDuePayments>> {
  plansWhole(actor)
  const [found, all] = await Promise.all([
    tx.all<Row>(sql`
    select d.id, d.name, d.state, ${openStatus} as status, d.currency, d.bank_account, d.payment_batch_id, d.payments,
      d.payments_made, pv.name as provider_name, coalesce(r.content ->> 'providerName', pv.name) as approved_name,
      r.content ->> 'bankBic' as bank_bic, y.number as payment, y.due_on, y.amount_minor as minor,
      coalesce(y.number = (select n.number from (${nextPayment}) n), true) as is_next,
      ${authorsOfDocument(part`d`)} as author_ids, ${decidersOfDocument(part`d`)} as decider_ids, ${forcersOfDocument(part`d`)} as forcer_ids,
      ${executingForAsJson(tx, actor, part`d`)} as stands_in_for,
      ${standingAsJson(actor)} as project
    from document d cross join lateral (${openPayments}) y
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join company co on co.company_id = d.company_id
    join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
    where ${isOpenFor(tx, actor)} and d.type = 'gasto' and ${isDue(query)}
    order by y.due_on, d.number, y.number limit ${maxDuePayments + 1}`),
    tx.one<{ count: number }>(sql`
    select count(*)::int as count from document d cross join lateral (${openPayments}) y
    where ${isOpenFor(tx, actor)} and d.type = 'gasto' and ${isDue(query)}`),
  ])
  const today = dayFromInstant(tx.now, actor.zone)
  const items = found.slice(0, maxDuePayments).map(row => toPayment(row, actor, today))
  return { items, hasMore: found.length > items.length, more: Math.max((all?.count ?? 0) - items.length, 0) }
}

/** Predicate: the payment `y` is due between the days, or on none. */
function isDue({ dueFrom, dueTo, undated }: QueryOf<typeof listDuePayments>): Part {
  if (undated !== undefined) return part`y.due_on is null`
  return part`y.due_on >= ${dueFrom ?? '-infinity'}::date and y.due_on <= ${dueTo ?? 'infinity'}::date`
}

function toPayment(row: Row, actor: Actor, today: Day): DuePaymentWire {
  const { standing, policies, name: projectName, id: projectId } = projectFromRow(row.project)
  const payable = money(row.minor, currencyFrom(row.currency))
  const document = {
    state: row.state,
    type: 'gasto' as const,
    bankAccount: row.bank_account,
    bankBic: row.bank_bic,
    paymentBatchId: row.payment_batch_id,
    providerName: row.approved_name,
    authorIds: row.author_ids,
    deciderIds: row.decider_ids,
    forcerIds: row.forcer_ids,
    executorMayApprove: policies.executorMayApprove,
    payable,
    isCreditNote: false,
    hasPaid: (row.payments_made ?? 0) > 0,
    standsInFor: row.stands_in_for,
  }
  return {
    documentId: row.id,
    projectId,
    projectName,
    name: row.name,
    providerName: row.provider_name,
    payment: row.payment,
    payments: row.payments ?? 1,
    dueOn: row.due_on,
    amount: moneyToWire(payable),
    status: row.status,
    standing: dueStanding({ status: row.status, dueOn: row.due_on }, today),
    can: choiceAbility(mayChoose(mayBatch(actor, document, standing), row.is_next)),
  }
}
