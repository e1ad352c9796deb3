/** Movements (`Ntry`) of a CAMT, and the parts of those that the bank booked together. */
import { fieldsTold } from '#features/bank/readers/camt-parts.ts'
import { sumMinor } from '#features/bank/readers/checks.ts'
import { amountFrom, countFrom, dayFromXml, needed } from '#features/bank/readers/fields.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import type { BankLine } from '#features/bank/rules/statement.ts'
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import { attributeValue, type XmlElement, type XmlPaths } from '#server/xml/element.ts'

export type CamtEntry = {
  readonly element: XmlElement
  readonly entry: number
  readonly currency: Currency
  readonly isDebit: boolean
  readonly amountMinor: bigint
  /** False for what the bank only announces: it is no movement yet, and may never be one. */
  readonly isBooked: boolean
  readonly bookedOn: Day
  readonly valueOn: Day | null
}

export type EntryPlace = { readonly entry: number; readonly currency: Currency }

export function entryFrom(paths: XmlPaths, element: XmlElement, { entry, currency }: EntryPlace): CamtEntry {
  const where = { entry }
  const isDebit = isDebitTold(paths, element, entry)
  const minor = ownAmount(paths.first(element, 'Amt'), currency, entry)
  const day = (path: string) =>
    dayFromXml(paths.text(element, `${path}/Dt`) ?? paths.text(element, `${path}/DtTm`), where)
  const valueOn = day('ValDt')
  return {
    element,
    entry,
    currency,
    isDebit,
    amountMinor: isDebit ? -minor : minor,
    isBooked: needed(paths.text(element, 'Sts'), 'el estado', where) === 'BOOK',
    bookedOn: needed(day('BookgDt') ?? valueOn, 'la fecha', where),
    valueOn,
  }
}

/** Lines of a movement: its parts where they add up to it, or the whole. */
export function entryLines(paths: XmlPaths, entry: CamtEntry): readonly BankLine[] {
  const groups = paths.all(entry.element, 'NtryDtls')
  const all = groups.flatMap(group =>
    paths.all(group, 'TxDtls').map(details => ({ details, batch: paths.first(group, 'Btch') })),
  )
  const amounts = all.map(({ details }) => partAmount(paths, details, entry))
  const known = amounts.filter(each => each !== null)
  const isWhole =
    all.length < 2 ||
    known.length < all.length ||
    sumMinor(known) !== entry.amountMinor ||
    !groups.every(group => isComplete(paths, group, entry.entry))
  if (isWhole) return [wholeLine(paths, entry, all)]
  return all.map((told, index) => ({
    ...line(entry),
    part: { number: index + 1, count: all.length, entryMinor: entry.amountMinor },
    amountMinor: known[index] ?? 0n,
    ...fieldsTold(paths, { entry: entry.element, ...told }, (known[index] ?? 0n) < 0n),
  }))
}

type Told = { readonly details: XmlElement; readonly batch: XmlElement | null }

/** Of several transactions only what is told of their batch is true of the whole. */
function wholeLine(paths: XmlPaths, entry: CamtEntry, all: readonly Told[]): BankLine {
  const [only] = all
  const batches = paths.all(entry.element, 'NtryDtls/Btch')
  return {
    ...line(entry),
    part: null,
    amountMinor: entry.amountMinor,
    ...fieldsTold(
      paths,
      {
        entry: entry.element,
        batch: batches.length === 1 ? (batches[0] ?? null) : null,
        details: all.length === 1 ? (only?.details ?? null) : null,
      },
      entry.isDebit,
    ),
  }
}

const line = ({ entry, bookedOn, valueOn }: CamtEntry) => ({ place: entry, bookedOn, valueOn })

/** Null where the part has no amount in the account's currency. */
function partAmount(paths: XmlPaths, details: XmlElement, entry: CamtEntry): bigint | null {
  const amount = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt']
    .map(path => paths.first(details, path))
    .find(each => each !== null && attributeValue(each, 'Ccy') === entry.currency)
  if (!amount) return null
  const minor = ownAmount(amount, entry.currency, entry.entry)
  const side = paths.text(details, 'CdtDbtInd')
  return (side === null ? entry.isDebit : side === 'DBIT') ? -minor : minor
}

/** A batch that counts its transactions shows all of them. */
function isComplete({ all, text }: XmlPaths, group: XmlElement, entry: number): boolean {
  const stated = text(group, 'Btch/NbOfTxs')
  return stated === null || countFrom(stated, { entry }) === all(group, 'TxDtls').length
}

function isDebitTold({ text }: XmlPaths, element: XmlElement, entry: number): boolean {
  const side = text(element, 'CdtDbtInd')
  if (side !== 'DBIT' && side !== 'CRDT')
    throw new Unreadable('incomplete', { entry, field: 'si es debe o haber' })
  return side === 'DBIT'
}

function ownAmount(amount: XmlElement | null, currency: Currency, entry: number): bigint {
  const found = needed(amount, 'el monto', { entry })
  const own = attributeValue(found, 'Ccy')
  if (own !== currency) throw new Unreadable('mixed_currencies', { entry, currency: own, own: currency })
  return amountFrom(
    found.children
      .filter(each => typeof each === 'string')
      .join('')
      .trim(),
    currency,
    { entry },
  )
}
