/** Records of a Norma 43 (AEB): lines of 80 columns, each known by its first two digits, cut into fields. */
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { type Currency, minorFromText } from '#kernel/money.ts'

/** `line`: number in the file, from 1. `text`: 80 columns. */
export type N43Record = { readonly line: number; readonly code: string; readonly text: string }

const columns = 80

/** Records in their order. Blank lines, and control characters as old systems end files with, are none. @throws Unreadable */
export function n43Records(bytes: Uint8Array): N43Record[] {
  return n43Lines(decoded(bytes).replace(/(?![\r\n])\p{Cc}/gu, ' '))
    .map((text, index) => ({ line: index + 1, code: text.slice(0, 2), text: text.trimEnd() }))
    .filter(({ text }) => text !== '')
    .map(({ line, code, text }) => {
      if (text.length > columns) throw new Unreadable('record_too_long', { line, length: text.length })
      return { line, code, text: text.padEnd(columns) }
    })
}

/** Some banks write the records one behind the other, without an end of line. */
const n43Lines = (text: string): string[] =>
  /[\r\n]/.test(text.trimEnd()) ? text.split(/\r\n|\n|\r/) : (text.match(/.{1,80}/gsu) ?? [])

/** Latin-1, as the standard has it, or UTF-8 where a program has converted the file. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** Text of columns `from` to `to`, counted from 1 as the standard does. */
export const cut = ({ text }: N43Record, from: number, to: number): string => text.slice(from - 1, to)

export const cutText = (record: N43Record, from: number, to: number): string | null =>
  cut(record, from, to).toWellFormed().trim() || null

/** Day written yymmdd. */
export function cutDay(record: N43Record, from: number): Day {
  const text = cut(record, from, from + 5)
  const day = /^\d{6}$/.test(text)
    ? dayFrom(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)
    : null
  if (day === null) throw new Unreadable('not_a_day', { line: record.line, text })
  return day
}

/** Fourteen digits, of which two are decimals. */
export function cutMinor(record: N43Record, from: number): bigint {
  const text = cut(record, from, from + 13)
  if (!/^\d{14}$/.test(text)) throw new Unreadable('not_an_amount', { line: record.line, text })
  return minorFromText(text)
}

/** True for 1, what is owed or leaves the account; false for 2. */
export function cutIsDebit(record: N43Record, at: number): boolean {
  const sign = cut(record, at, at)
  if (sign !== '1' && sign !== '2')
    throw new Unreadable('incomplete', { line: record.line, field: 'si es debe o haber' })
  return sign === '1'
}

export function cutCount(record: N43Record, from: number, to: number): number {
  const text = cut(record, from, to)
  if (!/^\d+$/.test(text)) throw new Unreadable('not_an_amount', { line: record.line, text })
  return Number(text)
}

/** Currencies by their number in ISO 4217, those of two decimals: amounts have no more and no fewer. */
const numbered: ReadonlyMap<string, Currency> = new Map([
  ['978', 'EUR'],
  ['840', 'USD'],
  ['826', 'GBP'],
  ['032', 'ARS'],
  ['484', 'MXN'],
  ['170', 'COP'],
  ['604', 'PEN'],
  ['858', 'UYU'],
  ['986', 'BRL'],
  ['756', 'CHF'],
  ['208', 'DKK'],
  ['578', 'NOK'],
  ['752', 'SEK'],
  ['985', 'PLN'],
  ['203', 'CZK'],
  ['348', 'HUF'],
])

export function cutCurrency(record: N43Record, from: number): Currency {
  const text = cut(record, from, from + 2)
  const currency = numbered.get(text)
  if (currency === undefined) throw new Unreadable('unknown_currency', { line: record.line, currency: text })
  return currency
}
