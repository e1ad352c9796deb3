/**
 * Parts of a month in SQL: the orders and payments behind each figure. Each is a query of `document_id`, `number`,
 * `project_id`, `name`, `provider_id`, `payment`, `attempt`, `day`, `minor` and `currency`.
 *
 * A movement stands on the day of the bank: what was paid in a month and came back in another was paid in the one and
 * returned in the other, so that a later return changes no month that is over.
 */
import type { FigureKey, GapKey, PartKey } from '#features/closings/rules/parts.ts'
import { countsFor } from '#features/closings/scope.ts'
import { type DocumentType, statesWith } from '#features/documents/rules.ts'
import { documentPayable } from '#features/documents/scope.ts'
import type { Day, TimeZone } from '#kernel/day.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Month that is asked for. `clientId`: null for the company's. */
export type Asked = {
  readonly companyId: string
  readonly clientId: string | null
  readonly from: Day
  readonly until: Day
  readonly today: Day
  readonly zone: TimeZone
}

export type PartRow = {
  document_id: string
  number: number
  project_id: string
  name: string
  provider_id: string
  payment: number
  attempt: number
  day: Day | null
  minor: bigint
  currency: string
}

const orderColumns = part`d.id as document_id, d.number, d.project_id, d.name, d.provider_id`

/** Orders of the month's subject, as `d`. */
const ofSubject = ({ companyId, clientId }: Asked): Part =>
  part`d.company_id = ${companyId} and ${countsFor(clientId)}`

/** Executions with their orders; a payment of several moves its own amount, any other the payable one. */
const executions = part`execution e join document d on d.company_id = e.company_id and d.id = e.document_id
  left join payment y on y.company_id = e.company_id and y.document_id = e.document_id and y.number = e.payment`

const movementColumns = part`${orderColumns}, e.payment, e.attempt`
export const movedMinor = part`coalesce(y.amount_minor, ${documentPayable})`

const moved = (asked: Asked, which: Part): Part => part`
  select ${movementColumns}, e.executed_on as day, ${movedMinor} as minor, d.currency from ${executions}
  where ${ofSubject(asked)} and e.executed_on between ${asked.from}::date and ${asked.until}::date and ${which}`

const isOrder = (type: DocumentType): Part => part`d.credited_id is null and d.type = ${type}`
const isPaid = isOrder('gasto')

/** Amount that came back: a credit note that was netted against a payment takes its part of it. */
const returned = (asked: Asked): Part => part`
  select ${movementColumns}, e.returned_on as day, ${movedMinor} * case when d.credited_id is null then 1 else -1 end as minor, d.currency from ${executions}
  where ${ofSubject(asked)} and e.returned_on between ${asked.from}::date and ${asked.until}::date`

/** Movements of the month as `q`: each with `kind`, and the key by which a close knows it again. */
export const movements = (asked: Asked): Part => part`
  select q.*, q.kind || ' ' || q.document_id || ' ' || q.payment || ' ' || q.attempt as key from (
    select 'paid' as kind, m.* from (${moved(asked, isPaid)}) m
    union all select 'issued', m.* from (${moved(asked, isOrder('emision'))}) m
    union all select 'returned', m.* from (${returned(asked)}) m
    union all select 'credited', m.* from (${moved(asked, part`d.credited_id is not null`)}) m) q`

/** Beginning of a day in the company's time zone. */
const beginning = (day: Day, zone: TimeZone): Part => part`(${day}::date::timestamp at time zone ${zone})`
const end = (day: Day, zone: TimeZone): Part => part`((${day}::date + 1)::timestamp at time zone ${zone})`

const approved = (asked: Asked, type: DocumentType): Part => part`
  select ${orderColumns}, 1 as payment, 1 as attempt, (d.approved_at at time zone ${asked.zone})::date as day,
    d.amount_minor as minor, d.currency
  from document d where ${ofSubject(asked)} and ${isOrder(type)}
    and d.approved_at >= ${beginning(asked.from, asked.zone)} and d.approved_at < ${end(asked.until, asked.zone)}`

/** Orders that had been asked for by the end of the month, and were not approved by then: they wait, or were approved later. */
const pending = (asked: Asked, type: DocumentType): Part => part`
  select ${orderColumns}, 1 as payment, 1 as attempt, (d.created_at at time zone ${asked.zone})::date as day,
    d.amount_minor as minor, d.currency
  from document d where ${ofSubject(asked)} and ${isOrder(type)} and d.created_at < ${end(asked.until, asked.zone)}
    and (d.state = any (${pendingStates}::text[]) or d.approved_at >= ${end(asked.until, asked.zone)})`

const pendingStates: readonly string[] = [...statesWith('pending')]

/** Payments of orders approved by the end of the month that no execution had made by then, or that had come back. */
const unmade = (asked: Asked, type: DocumentType, which: Part = part`true`): Part => part`
  select ${orderColumns}, y.number as payment, 1 as attempt, y.due_on as day, y.amount_minor as minor, d.currency
  from document d cross join lateral (
    select y.number, y.due_on, y.amount_minor from payment y where y.company_id = d.company_id and y.document_id = d.id
    union all select 1, null::date, ${documentPayable} where d.due_on is null) y
  where ${ofSubject(asked)} and ${isOrder(type)} and d.approved_at < ${end(asked.until, asked.zone)}
    and d.id in (
      select o.id from document o where o.company_id = ${asked.companyId} and o.state = any (${openStates}::text[])
      union select e.document_id from execution e
      where e.company_id = ${asked.companyId} and e.executed_on > ${asked.until}::date)
    and d.state <> 'cancelled' and not exists (select from execution e
      where e.company_id = d.company_id and e.document_id = d.id and e.payment = y.number
        and e.executed_on <= ${asked.until}::date and (e.returned_on is null or e.returned_on > ${asked.until}::date))
    and ${which}`

const openStates: readonly string[] = [...statesWith('approved')]

const isOverdue = ({ until, today }: Asked): Part =>
  part`y.due_on <= ${until}::date and y.due_on < ${today}::date`

const unmatched = (asked: Asked): Part =>
  moved(
    asked,
    part`${isPaid} and exists (select from bank_line l where l.company_id = ${asked.companyId}
        and l.booked_on between ${asked.from}::date and ${asked.until}::date)
      and not exists (select from bank_line_payment b where b.company_id = e.company_id
        and b.document_id = e.document_id and b.payment = e.payment and b.attempt = e.attempt and not b.is_return)`,
  )

export const figureParts: { readonly [key in FigureKey]: (asked: Asked) => Part } = {
  approved: asked => approved(asked, 'gasto'),
  approvedIssues: asked => approved(asked, 'emision'),
  paid: asked => moved(asked, isPaid),
  issued: asked => moved(asked, isOrder('emision')),
  returned,
  credited: asked => moved(asked, part`d.credited_id is not null`),
  pending: asked => pending(asked, 'gasto'),
  pendingIssues: asked => pending(asked, 'emision'),
  unpaid: asked => unmade(asked, 'gasto'),
  unissued: asked => unmade(asked, 'emision'),
  overdue: asked => unmade(asked, 'gasto', isOverdue(asked)),
}

export const gapParts: { readonly [key in GapKey]: (asked: Asked) => Part } = {
  noInvoiceNumber: asked => moved(asked, part`${isPaid} and d.invoice_number is null`),
  noProof: asked => moved(asked, part`${isPaid} and e.proof_file_id is null`),
  noTaxId: asked =>
    moved(
      asked,
      part`${isPaid} and exists (select from provider p
        where p.company_id = d.company_id and p.id = d.provider_id and p.tax_id is null)`,
    ),
  noBreakdown: asked => moved(asked, part`${isPaid} and d.breakdown is null`),
  unmatched,
}

/** Movements that are not among those of a close, whose keys are a JSON array. */
export const latePart = (asked: Asked, keys: string): Part => part`
  select q.document_id, q.number, q.project_id, q.name, q.provider_id, q.payment, q.attempt, q.day, q.minor, q.currency
  from (${movements(asked)}) q where q.key not in (select jsonb_array_elements_text(${keys}::jsonb))`

export const isFigure = (key: PartKey): key is FigureKey => Object.hasOwn(figureParts, key)
export const isGap = (key: PartKey): key is GapKey => Object.hasOwn(gapParts, key)
