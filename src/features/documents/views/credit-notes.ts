/** Credit notes of an order, and the order that a credit note reduces, as JSON for the screens. */
import { amountsLeft } from '#features/documents/rules/credit-notes.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import type { CreditedWire, CreditNoteWire } from '#features/documents/wire/credit-notes.ts'
import { type Currency, moneyFromText } from '#kernel/money.ts'
import { type MoneyWire, moneyToWire } from '#kernel/wire.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Amounts in minor units, as digits. */
type Digits = { readonly amountMinor: string; readonly chargeMinor: string }

export type CreditNoteJson = Digits & {
  readonly id: string
  readonly name: string
  readonly state: DocumentState
}

export type CreditedJson = Digits & {
  readonly id: string
  readonly name: string
  readonly notes: readonly CreditNoteJson[]
}

const amounts = (row: Part): Part =>
  part`'amountMinor', ${row}.amount_minor::text, 'chargeMinor', coalesce(${row}.charge_minor, ${row}.amount_minor)::text`

const notesAsJson = (order: Part): Part => part`(
  select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'state', n.state, ${amounts(part`n`)})
    order by n.number), '[]')
  from document n where n.company_id = ${order}.company_id and n.credited_id = ${order}.id)`

/** Credit notes of the order `d`: `CreditNoteJson`, oldest first. */
export const creditNotesAsJson = notesAsJson(part`d`)

/** Order that the credit note `d` reduces: `CreditedJson`; null for an order that is none. */
export const creditedAsJson = part`(
  select json_build_object('id', o.id, 'name', o.name, ${amounts(part`o`)}, 'notes', ${notesAsJson(part`o`)})
  from document o where o.company_id = d.company_id and o.id = d.credited_id)`

const amountsFrom = ({ amountMinor, chargeMinor }: Digits, currency: Currency) => ({
  amount: moneyFromText(amountMinor, currency),
  charge: moneyFromText(chargeMinor, currency),
})

/** Rest of an order after its credit notes. */
export const leftFrom = (order: Digits, notes: readonly CreditNoteJson[], currency: Currency): MoneyWire => {
  const left = amountsLeft(
    amountsFrom(order, currency),
    notes.map(note => ({ state: note.state, ...amountsFrom(note, currency) })),
  )
  return moneyToWire(left.amount)
}

export const creditNoteToWire =
  (currency: Currency) =>
  ({ id, name, state, amountMinor }: CreditNoteJson): CreditNoteWire => ({
    id,
    name,
    state,
    amount: { minor: amountMinor, currency },
  })

/** `ownId`: the credit note, which is not taken from what is left beside it. */
export function creditedToWire(credited: CreditedJson, ownId: string, currency: Currency): CreditedWire {
  const { id, name, amountMinor, notes } = credited
  const others = notes.filter(note => note.id !== ownId)
  return { id, name, amount: { minor: amountMinor, currency }, left: leftFrom(credited, others, currency) }
}
