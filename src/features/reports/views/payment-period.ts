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
const maxListed = 100

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
}

/** Sums of the payments that weigh, and of those whose invoice has no date. */
type Sums = {
  count: number
  minor: bigint
  day_minor: bigint
  left_count: number
  left_minor: bigint
}

/** Null for a period that has not begun, or is long past. */
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
  const [madeSums, pendingSums, madeRows, pendingRows] = await Promise.all([
    sumsFrom(tx, made),
    sumsFrom(tx, pending),
    tx.all<Row>(weightiest(made)),
    tx.all<Row>(weightiest(pending)),
  ])
  const ratios = paymentPeriod(weight(madeSums), weight(pendingSums))
  return {
    ...period,
    closedOn,
    isWhole,
    hundredths: ratios.period,
    paid: ratioToWire(ratios.paid, madeSums, madeRows),
    pending: ratioToWire(ratios.pending, pendingSums, pendingRows),
    leftOut: {
      count: madeSums.left_count + pendingSums.left_count,
      amount: moneyToWire(money(madeSums.left_minor + pendingSums.left_minor, 'EUR')),
    },
  }
}

/** Days of the payment `q` from its invoice on. An advance weighs none. */
const daysCounted = part`greatest(0, q.counted_to - q.invoice_date)`

async function sumsFrom(tx: TenantTx, payments: Part): Promise<Sums> {
  const found = await tx.one<Sums>(sql`
    select count(q.invoice_date)::int as count, (count(*) - count(q.invoice_date))::int as left_count,
      coalesce(sum(q.minor) filter (where q.invoice_date is not null), 0) as minor,
      coalesce(sum(q.minor) filter (where q.invoice_date is null), 0) as left_minor,
      coalesce(sum(${daysCounted}::numeric * q.minor) filter (where q.invoice_date is not null), 0) as day_minor
    from (${payments}) q`)
  if (!found) throw new Error('sums without a row')
  return found
}

/** Those of the payments that weigh most. */
const weightiest = (payments: Part) => sql`
  select q.*, pv.name as provider_name
  from (select q.*, ${daysCounted} as days from (${payments}) q where q.invoice_date is not null) q
  join provider pv on pv.company_id = q.company_id and pv.id = q.provider_id
  order by q.days::numeric * q.minor desc, q.document_id, q.payment limit ${maxListed}`

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
    and e.returned_at is null and d.type = 'gasto' and d.credited_id is null and d.currency = 'EUR' and ${plannedBy(tx, actor)}`

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
    and d.type = 'gasto' and d.credited_id is null and d.currency = 'EUR' and ${plannedBy(tx, actor)} and ${hadCome(actor, day)}`

/** Predicate: the invoice of the order `d`, or the order where its invoice has no date, was there on the day. */
const hadCome = (actor: Actor, day: Day): Part =>
  part`coalesce(d.invoice_date, (d.created_at at time zone ${actor.zone})::date) <= ${day}::date`

const weight = ({ minor, day_minor: dayMinor }: Sums) => ({ minor, dayMinor })

const ratioToWire = (
  hundredths: PaymentPeriod['paid'],
  { count, minor }: Sums,
  rows: readonly Row[],
): RatioWire => ({
  hundredths,
  count,
  amount: moneyToWire(money(minor, 'EUR')),
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
