/** Payments that are open, in SQL: those that an order plans and has not made, and the one of an order that plans none. */
import { type DocumentType, statesWith } from '#features/documents/rules.ts'
import { documentPayable } from '#features/documents/scope.ts'
import type { Due } from '#features/reports/rules/calendar.ts'
import { plannedBy } from '#features/reports/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Query of the open payments of the order `d`: `number`, `due_on` and `amount_minor`. */
export const openPayments = part`
  select y.number, y.due_on, y.amount_minor from payment y
  where y.company_id = d.company_id and y.document_id = d.id and not y.is_paid
  union all select 1, null::date, ${documentPayable} where d.due_on is null`

/** Status of the open order `d`. */
export const openStatus = part`
  case when d.state = any (${statesWith('approved')}::text[]) then 'approved' else 'pending' end`

/**
 * Predicate: the order `d` is approved or still to be approved, and the person plans its payments. What a credit note gives
 * back is no payment.
 */
export const isOpenFor = (tx: TenantTx, actor: Actor): Part => part`d.company_id = ${tx.companyId}
  and d.credited_id is null and d.state = any (${[...statesWith('approved'), ...statesWith('pending')]}::text[]) and ${plannedBy(tx, actor)}`

type DueRow = {
  type: DocumentType
  status: Due['status']
  currency: string
  due_on: Day | null
  count: number
  minor: bigint
}

type Span = { readonly from: Day; readonly until: Day; readonly today: Day }

/**
 * Sums of open payments by day. Days before or after the span are told as one day each, and as another where they are
 * overdue, so that the answer is short however many years of payments there are.
 */
export async function readDues(
  tx: TenantTx,
  actor: Actor,
  span: Span,
  types: readonly DocumentType[],
): Promise<Due[]> {
  const found = await tx.all<DueRow>(sql`
    select d.type, ${openStatus} as status, d.currency, ${dayWithin(span)} as due_on, count(*)::int as count,
      sum(y.amount_minor) as minor
    from document d cross join lateral (${openPayments}) y
    where ${isOpenFor(tx, actor)} and d.type = any (${[...types]}::text[])
    group by 1, 2, 3, 4`)
  return found.map(({ type, status, currency, due_on, count, minor }) => ({
    type,
    status,
    dueOn: due_on,
    count,
    amount: money(minor, currencyFrom(currency)),
  }))
}

/** Due day of the payment `y`, or the day that stands for it outside the span: on the same side of the span and of today. */
function dayWithin({ from, until, today }: Span): Part {
  const isOverdue = part`y.due_on < ${today}::date`
  return part`case
    when y.due_on < ${from}::date and ${isOverdue} then ${addDays(from < today ? from : today, -1)}::date
    when y.due_on < ${from}::date then ${addDays(from, -1)}::date
    when y.due_on > ${until}::date and ${isOverdue} then ${addDays(until, 1)}::date
    when y.due_on > ${until}::date then ${addDays(until < today ? today : until, 1)}::date
    else y.due_on end`
}
