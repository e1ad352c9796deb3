/**
 * Reading of a Spanish invoice's text, by its labels. Every field is only proposed: a person looks at each. Rows have
 * columns apart by tabs; a value stands in the row of its label, to its right, or below it.
 */
import type { Claim } from '#features/invoices/rules/received.ts'
import { type Day, dayFrom, parseDay } from '#kernel/day.ts'
import { ibanFrom } from '#kernel/iban.ts'
import { type Currency, isCurrency, minorFromText } from '#kernel/money.ts'
import { doubtTaxId, isSameTaxId } from '#kernel/tax-id.ts'
import { fold } from '#kernel/text.ts'

export type TextFields = {
  readonly number: string | null
  readonly issuedOn: Day | null
  readonly dueOn: Day | null
  readonly totalMinor: bigint | null
  readonly currency: Currency | null
  /** Sound Spanish tax ids, in the order of the text. */
  readonly taxIds: readonly string[]
  readonly ibans: readonly string[]
}

const maxRows = 1000
const maxRowCharacters = 500

/** Labels, folded, from the surest to the weakest. */
const labels = {
  number: [
    /\b(?:n[uo.]?[º°]?m?e?r?o?\.?|num\.?|n[º°]\.?)\s*(?:de\s*)?(?:la\s*)?(?:factura|fra\.?)\b/,
    /\bfactura\s*(?:n[º°o]\.?|num\.?|numero|no\.)/,
    /^factura\s*:?/,
  ],
  issuedOn: [
    /\bfecha\s*(?:de\s*)?(?:la\s*)?(?:factura|emision|expedicion|fra\.?)\b/,
    /\bfecha\b(?!\s*(?:de\s*)?(?:venc|pago|oper|entrega|valor))/,
  ],
  dueOn: [/\bvencimientos?\b/, /\bfecha\s*(?:de\s*)?pago\b/],
  total: [
    /\btotal\s*(?:de\s*)?(?:la\s*)?(?:factura|fra\.?)\b/,
    /\btotal\s*(?:con\s*(?:iva|impuestos)\b|(?:iva|impuestos)\s*incluidos?)/,
    /\b(?:importe\s*)?total\b(?!\s*(?:base|iva|igic|impuestos|bruto|neto|irpf|dto|descuento|cuota))/,
  ],
}

export function readTextFields(rows: readonly string[]): TextFields {
  const some = rows.slice(0, maxRows).map(row => row.slice(0, maxRowCharacters).normalize('NFC'))
  const text = some.join('\n')
  return {
    number: labelled(some, labels.number, numberIn),
    issuedOn: labelled(some, labels.issuedOn, dayIn),
    dueOn: labelled(some, labels.dueOn, dayIn),
    totalMinor: largest(some, labels.total),
    currency: currencyIn(text),
    taxIds: taxIdsIn(text),
    ibans: ibansIn(some),
  }
}

/** Claim of the text about an invoice; `ownTaxIds`: of whoever receives it, so that the other one is the issuer's. */
export const claimFromText = (fields: TextFields, ownTaxIds: readonly string[]): Claim => ({
  from: 'text',
  issuerTaxId: fields.taxIds.find(id => !ownTaxIds.some(own => isSameTaxId(own, id))) ?? null,
  number: fields.number,
  issuedOn: fields.issuedOn,
  totalMinor: fields.totalMinor,
})

/** The first value that stands behind a label, to its right or below. */
function labelled<Value>(
  rows: readonly string[],
  patterns: readonly RegExp[],
  read: (text: string) => Value | null,
): Value | null {
  for (const pattern of patterns)
    for (const [index, row] of rows.entries()) {
      const found = pattern.exec(folded(row))
      if (!found) continue
      const behind = row.slice(found.index + found[0].length)
      const value = read(behind) ?? read(below(row, found.index, rows[index + 1] ?? ''))
      if (value !== null) return value
    }
  return null
}

/** Folding keeps the places of signs, which `fold` of a composed letter does. */
const folded = (row: string): string =>
  [...row].map(sign => (sign.length === 1 ? fold(sign).slice(0, 1) || ' ' : '  ')).join('')

/** The column of the row below that has the place of the label's column, when both rows have as many. */
function below(row: string, at: number, next: string): string {
  const column = row.slice(0, at).split('\t').length - 1
  const columns = next.split('\t')
  return columns.length === row.split('\t').length ? (columns[column] ?? '') : ''
}

function numberIn(text: string): string | null {
  const found = /^[\s:.#\t-]*([A-Z0-9][A-Z0-9/_.-]{0,29}(?: ?[/-] ?[A-Z0-9]+)?)/i.exec(text)?.[1]
  const number = found?.replace(/[.,:;-]+$/, '') ?? ''
  return /\d/.test(number) && parseDay(number) === null ? number : null
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

function dayIn(text: string): Day | null {
  const [figures] = /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}/.exec(text) ?? []
  const [iso] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  const named = /(\d{1,2})(?:\s+de)?\s+([a-z]{3})[a-z]*\.?(?:\s+del?)?\s+(\d{4})/.exec(folded(text))
  const month = months.indexOf(named?.[2] ?? '') + 1
  return (
    (iso ? dayFrom(iso) : null) ??
    (figures ? parseDay(figures) : null) ??
    (named && month > 0 ? parseDay(`${named[1]}/${month}/${named[3]}`) : null)
  )
}

/** The largest amount beside a label of the surest kind that has one: totals stand below their parts. */
function largest(rows: readonly string[], patterns: readonly RegExp[]): bigint | null {
  for (const pattern of patterns) {
    const amounts = rows.flatMap((row, index) => {
      const found = pattern.exec(folded(row))
      if (!found) return []
      const own = amountsIn(row.slice(found.index + found[0].length))
      return own.length > 0 ? own : amountsIn(below(row, found.index, rows[index + 1] ?? ''))
    })
    const [most] = amounts.toSorted((one, other) => (one > other ? -1 : 1))
    if (most !== undefined) return most
  }
  return null
}

/** Amounts with two decimals: the last sign before them separates decimals, the others group thousands. */
function amountsIn(text: string): bigint[] {
  const written = text.match(
    /(?<![\d.,])\d{1,3}(?:[.,\u00a0 ]\d{3})*[.,]\d{2}(?![\d.,]*\d)|(?<![\d.,])\d{1,12}[.,]\d{2}(?![\d.,]*\d)/g,
  )
  return (written ?? []).map(each => minorFromText(each.replace(/\D/g, '')))
}

function currencyIn(text: string): Currency | null {
  if (text.includes('€')) return 'EUR'
  const codes: readonly string[] = text.match(/\b[A-Z]{3}\b/g) ?? []
  return codes.find(isCurrency) ?? null
}

function taxIdsIn(text: string): string[] {
  const written = text
    .toUpperCase()
    .match(/(?<![A-Z0-9])(?:ES[- ]?)?(?:[A-Z][-. ]?\d{7}[-. ]?[A-Z0-9]|\d{8}[-. ]?[A-Z])(?![A-Z0-9])/g)
  const ids = (written ?? []).map(each => each.replace(/[^A-Z0-9]/g, '').replace(/^ES(?=.{9}$)/, ''))
  return [...new Set(ids.filter(id => doubtTaxId(id) === null))].slice(0, 10)
}

function ibansIn(rows: readonly string[]): string[] {
  const written = rows.flatMap(
    row => row.toUpperCase().match(/(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/g) ?? [],
  )
  const ibans = written.flatMap(text => wholeIban(text.replace(/[ -]/g, '')) ?? [])
  return [...new Set(ibans)].slice(0, 10)
}

/** The longest beginning that is an IBAN: other words may follow it. */
function wholeIban(text: string): string | null {
  for (let length = text.length; length >= 15; length--) {
    const iban = ibanFrom(text.slice(0, length))
    if (iban !== null) return iban
  }
  return null
}
