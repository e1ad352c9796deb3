/** Rows of `bank_line`, `l` in its SQL: what the bank says, line by line, and what became of it. */
import type { MatchKind, PaymentKey } from '#features/bank/rules/bank-matching.ts'
import { type LineState, maxOpenLines } from '#features/bank/rules/desk.ts'
import { type DecidedSighting, waitingLines } from '#features/bank/rules/open-lines.ts'
import type { AccountFormat, BankFormat, BankLine, LineReferences } from '#features/bank/rules/statement.ts'
import type { ToldStatus } from '#features/bank/rules/told-lines.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { type Part, part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Kept = {
  readonly id: string
  readonly bankFileId: string
  readonly place: number
  readonly state: LineState
  readonly text: string
}
export type KeptMovement = Kept & {
  readonly status: null
  readonly iban: string
  readonly format: AccountFormat
  readonly currency: Currency
  readonly line: BankLine
}
export type KeptStatus = Kept & { readonly status: ToldStatus }
export type KeptLine = KeptMovement | KeptStatus

export type LineRow = {
  id: string
  bank_file_id: string
  line_key: string
  format: BankFormat
  place: number
  part_number: number | null
  part_count: number | null
  iban: string | null
  booked_on: Day | null
  value_on: Day | null
  entry_minor: bigint | null
  amount_minor: bigint | null
  currency: string | null
  said: LineReferences
  counterparty_name: string | null
  counterparty_iban: string | null
  text: string
  is_return: boolean
  return_code: string | null
  status: ToldStatus | null
  state: LineState
}

export const lineColumns = part`l.id, l.bank_file_id, l.line_key, l.format, l.place, l.part_number, l.part_count, l.iban,
  l.booked_on, l.value_on, l.entry_minor, l.amount_minor, l.currency, l.said, l.counterparty_name, l.counterparty_iban,
  l.text, l.is_return, l.return_code, l.status, l.state`

export function keptLine(row: LineRow): KeptLine {
  const { id, bank_file_id: bankFileId, place, state, text, status } = row
  if (status !== null) return { id, bankFileId, place, state, text, status }
  const { iban, format, booked_on: bookedOn, amount_minor: amountMinor, entry_minor: entryMinor } = row
  if (
    format === 'pain002' ||
    iban === null ||
    bookedOn === null ||
    amountMinor === null ||
    entryMinor === null
  )
    throw new Error('the database lets no movement without its money through')
  const { part_number: number, part_count: count } = row
  return {
    id,
    bankFileId,
    place,
    state,
    text,
    status: null,
    iban,
    format,
    currency: currencyFrom(row.currency ?? ''),
    line: {
      place,
      part: number === null || count === null ? null : { number, count, entryMinor },
      bookedOn,
      valueOn: row.value_on,
      amountMinor,
      references: row.said,
      counterparty: { name: row.counterparty_name, iban: row.counterparty_iban },
      text,
      returned: row.is_return ? { code: row.return_code } : null,
    },
  }
}

/**
 * Lines that wait, the latest first: movements that no format's line decided, and statuses with all of their reports.
 * In two steps, because one statement that joined them would be planned badly just after a large file.
 */
export async function openLines(tx: TenantTx): Promise<KeptLine[]> {
  const open = await lineRows(tx, part`l.state = 'open' order by l.id desc limit ${maxOpenLines}`)
  const movements = open.filter(({ status }) => status === null)
  const reports = distinct(open.filter(({ status }) => status !== null).map(row => row.bank_file_id))
  const [decided, statuses] = await Promise.all([
    lineRows(
      tx,
      part`l.state in ('settled', 'explained') and l.iban = any (${distinct(movements.map(({ iban }) => iban))}::text[])
        and l.booked_on = any (${distinct(movements.map(row => row.booked_on))}::date[])
        and l.entry_minor + 0 = any (${distinct(movements.map(row => row.entry_minor))}::bigint[])`,
    ),
    lineRows(tx, part`l.status is not null and l.bank_file_id = any (${reports}::uuid[]) order by l.id`),
  ])
  const found = waitingLines([...movements, ...decided].map(sightingFrom))
  return [...movements.filter(({ id }) => found.has(id)), ...statuses].map(keptLine)
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)]

const lineRows = (tx: TenantTx, which: Part): Promise<LineRow[]> =>
  tx.all<LineRow>(
    sql`select ${lineColumns} from bank_line l where l.company_id = ${tx.companyId} and ${which}`,
  )

function sightingFrom(row: LineRow): DecidedSighting {
  const kept = keptLine(row)
  if (kept.status !== null || row.entry_minor === null) throw new Error('a status is no sighting')
  const { line, iban, id, format } = kept
  return {
    id,
    isOpen: row.state === 'open',
    isSettled: row.state === 'settled',
    key: row.line_key,
    iban,
    format,
    bookedOn: line.bookedOn,
    entryMinor: row.entry_minor,
    endToEndId: line.part === null ? line.references.endToEndId : null,
    line,
  }
}

/** States of the lines, locked by id until the transaction ends. */
export async function lockLines(
  tx: TenantTx,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, LineState>> {
  const found = await tx.all<{ id: string; state: LineState }>(sql`
    select l.id, l.state from bank_line l
    where l.company_id = ${tx.companyId} and l.id = any (${[...lineIds]}::uuid[]) order by l.id for update`)
  return new Map(found.map(({ id, state }) => [id, state]))
}

type Decision =
  | { readonly state: 'settled'; readonly kind: MatchKind }
  | { readonly state: 'explained'; readonly explanation: string }
  | { readonly state: 'open' }

export function saveDecision(tx: TenantTx, by: Actor, lineId: string, decided: Decision): Promise<void> {
  const isOpen = decided.state === 'open'
  return tx.runOne(sql`
    update bank_line set state = ${decided.state},
      settled_kind = ${decided.state === 'settled' ? decided.kind : null},
      explanation = ${decided.state === 'explained' ? decided.explanation : null},
      decided_by = ${isOpen ? null : by.userId}, decided_at = ${isOpen ? null : tx.now}
    where company_id = ${tx.companyId} and id = ${lineId}`)
}

/** Writes what a line was of: the last execution of each payment, or none for those that were never made. */
export async function insertLinePayments(
  tx: TenantTx,
  lineId: string,
  kind: MatchKind,
  payments: readonly PaymentKey[],
): Promise<void> {
  const isReturn = kind === 'returned' || kind === 'rejected'
  const attempts = kind === 'rejected' ? new Map<string, number>() : await lastAttempts(tx, payments)
  const values = payments.map(({ documentId, payment }) => [
    tx.companyId,
    lineId,
    documentId,
    payment,
    attempts.get(`${documentId} ${payment}`) ?? null,
    isReturn,
  ])
  await tx.run(sql`
    insert into bank_line_payment (company_id, line_id, document_id, payment, attempt, is_return) values ${rows(values)}`)
}

/** The last attempt at each payment that was ever executed, by order and number. */
async function lastAttempts(
  tx: TenantTx,
  payments: readonly PaymentKey[],
): Promise<ReadonlyMap<string, number>> {
  const found = await tx.all<{ key: string; attempt: number }>(sql`
    select e.document_id || ' ' || e.payment as key, max(e.attempt) as attempt
    from unnest(${payments.map(({ documentId }) => documentId)}::text[],
      ${payments.map(({ payment }) => payment)}::int[]) as x (document_id, payment)
    join execution e on e.company_id = ${tx.companyId} and e.document_id = x.document_id and e.payment = x.payment
    group by e.document_id, e.payment`)
  return new Map(found.map(({ key, attempt }) => [key, attempt]))
}
