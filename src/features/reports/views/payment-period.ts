/** Average payment period: payments in euros made in a period, and those that were still to be made at its end. */
import { documentPayable } from '#features/documents/scope.ts'
import type { Period } from '#features/reports/rules/money.ts'
import {
  closingDay,
  type PaymentPeriod,
  paymentPeriod,
  periodIn,
} from '#features/reports/rules/payment-period.ts'
import { plannedBy } from '#features/reports/scope.ts'
import { plansWhole } from '#features/reports/views/calendar.ts'
import { isOpenFor, openPayments } from '#features/reports/views/dues.ts'
import type { getPaymentPeriod, PaymentPeriodWire, RatioWire } from '#features/reports/wire/payment-period.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most payments that are listed one by one; the others weigh all the same. */
const mostListed = 100

type Row = {
  document_id: string
  project_id: string
  name: string
  provider_name: string
  payment: number
  payments: number
  invoice_date: Day
  paid_on: Day | null
  days: number
  minor: bigint
  total_count: number
  total_minor: bigint
  day_minor: bigint
}

/** Null for a period that has not begun. */
export async function averagePaymentPeriod(
  tx: TenantTx,
  actor: Actor,
  { year, quarter }: QueryOf<typeof getPaymentPeriod>,
): Promise<PaymentPeriodWire | null> {
  const isWhole = plansWhole(actor)
  const today = dayFromInstant(tx.now, actor.zone)
  const period = periodIn(year ?? Number(today.slice(0, 4)), quarter ?? null)
  const closedOn = closingDay(period, today)
  if (closedOn === null) return null
  const made = paymentsMade(tx, actor, period)
  const pending = paymentsPending(tx, actor, closedOn)
  const [madeRows, pendingRows, leftOut] = await Promise.all([
    tx.all<Row>(weighed(made)),
    tx.all<Row>(weighed(pending)),
    tx.one<{ count: number; minor: bigint }>(sql`
      select count(*)::int as count, coalesce(sum(q.minor), 0) as minor
      from (${made} union all ${pending}) q where q.invoice_date is null`),
  ])
  const ratios = paymentPeriod(sumFrom(madeRows), sumFrom(pendingRows))
  return {
    ...period,
    closedOn,
    isWhole,
    hundredths: ratios.period,
    paid: ratioToWire(ratios.paid, madeRows),
    pending: ratioToWire(ratios.pending, pendingRows),
    leftOut: { count: leftOut?.count ?? 0, amount: moneyToWire(money(leftOut?.minor ?? 0n, 'EUR')) },
  }
}

/** The payments with the sums of all of them in each row, those that weigh most first. An advance weighs no days. */
const weighed = (payments: Part) => sql`
  select q.*, pv.name as provider_name, count(*) over ()::int as total_count, sum(q.minor) over () as total_minor,
    sum(q.days::numeric * q.minor) over () as day_minor
  from (select q.*, greatest(0, q.counted_to - q.invoice_date) as days from (${payments}) q
    where q.invoice_date is not null) q
  join provider pv on pv.company_id = q.company_id and pv.id = q.provider_id
  order by q.days::numeric * q.minor desc, q.document_id, q.payment limit ${mostListed}`

/** Columns of a payment of the order `d`; each query of payments adds its own. */
const orderColumns = part`d.company_id, d.id as document_id, d.project_id, d.name, d.provider_id, d.invoice_date,
  coalesce(d.payments, 1) as payments`

/** Payments in euros that were made on these days, and have not come back. */
const paymentsMade = (tx: TenantTx, actor: Actor, { from, until }: Period): Part => part`
  select ${orderColumns}, e.payment, coalesce(y.amount_minor, ${documentPayable}) as minor, e.executed_on as paid_on,
    e.executed_on as counted_to
  from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
  left join payment y on y.company_id = e.company_id and y.document_id = e.document_id and y.number = e.payment
  where e.company_id = ${tx.companyId} and e.executed_on between ${from}::date and ${until}::date
    and e.returned_at is null and d.type = 'gasto' and d.currency = 'EUR' and ${plannedBy(tx, actor)}`

/**
 * Payments in euros that were not made by the end of a day, of orders that had come by then: those that are open, and
 * those that were made later.
 */
const paymentsPending = (tx: TenantTx, actor: Actor, day: Day): Part => part`
  select ${orderColumns}, y.number as payment, y.amount_minor as minor, null::date as paid_on, ${day}::date as counted_to
  from document d cross join lateral (${openPayments}) y
  where ${isOpenFor(tx, actor)} and d.type = 'gasto' and d.currency = 'EUR' and ${hadCome(actor, day)}
  union all
  select ${orderColumns}, e.payment, coalesce(y.amount_minor, ${documentPayable}), e.executed_on, ${day}::date
  from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
  left join payment y on y.company_id = e.company_id and y.document_id = e.document_id and y.number = e.payment
  where e.company_id = ${tx.companyId} and e.executed_on > ${day}::date and e.returned_at is null
    and d.type = 'gasto' and d.currency = 'EUR' and ${plannedBy(tx, actor)} and ${hadCome(actor, day)}`

/** Predicate: the invoice of the order `d`, or the order where its invoice has no date, was there on the day. */
const hadCome = (actor: Actor, day: Day): Part =>
  part`coalesce(d.invoice_date, (d.created_at at time zone ${actor.zone})::date) <= ${day}::date`

const sumFrom = ([row]: readonly Row[]) => ({ minor: row?.total_minor ?? 0n, dayMinor: row?.day_minor ?? 0n })

const ratioToWire = (hundredths: PaymentPeriod['paid'], rows: readonly Row[]): RatioWire => ({
  hundredths,
  count: rows[0]?.total_count ?? 0,
  amount: moneyToWire(money(sumFrom(rows).minor, 'EUR')),
  items: rows.map(row => ({
    documentId: row.document_id,
    projectId: row.project_id,
    name: row.name,
    providerName: row.provider_name,
    payment: row.payment,
    payments: row.payments,
    invoiceDate: row.invoice_date,
    paidOn: row.paid_on,
    days: row.days,
    amount: moneyToWire(money(row.minor, 'EUR')),
  })),
})
