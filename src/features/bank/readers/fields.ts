/** Fields as files of banks write them: amounts, days, currencies, accounts, texts. What cannot be read is refused. */
import type { Where } from '#features/bank/readers/checks.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import { minorFromDecimal } from '#features/invoices/rules/decimal.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { ibanFrom } from '#kernel/iban.ts'
import { type Currency, isCurrency } from '#kernel/money.ts'

export const maxCharacters = { reference: 100, name: 200, text: 1000 }

export function needed<T>(value: T | null, field: string, where: Where): T {
  if (value === null) throw new Unreadable('incomplete', { ...where, field })
  return value
}

export function currencyFrom(text: string | null, where: Where): Currency {
  const code = needed(text, 'la divisa', where)
  if (!isCurrency(code)) throw new Unreadable('unknown_currency', { ...where, currency: code.slice(0, 10) })
  return code
}

/** Amount without a sign, as XML has it: `1234.5`. */
export function amountFrom(text: string | null, currency: Currency, where: Where): bigint {
  const digits = needed(text, 'un monto', where)
  const minor = /^[\d.]/.test(digits) ? minorFromDecimal(digits, currency) : 'not_an_amount'
  const shown = { ...where, text: digits.slice(0, 40) }
  if (minor === 'not_an_amount') throw new Unreadable('not_an_amount', shown)
  if (minor === 'too_many_decimals') throw new Unreadable('too_many_decimals', shown)
  if (minor === 'too_long') throw new Unreadable('amount_too_long', shown)
  return minor
}

/** `2026-11-24`, with or without a time or a zone behind it. Null for a field that is not there. */
export function dayFromXml(text: string | null, where: Where): Day | null {
  if (text === null) return null
  const day = dayFrom(text.replace(/^(\d{4}-\d{2}-\d{2})(Z|T.*|[+-]\d{2}:\d{2})$/, '$1'))
  if (day === null) throw new Unreadable('not_a_day', { ...where, text: text.slice(0, 40) })
  return day
}

export function countFrom(text: string, where: Where): number {
  if (!/^\d{1,15}$/.test(text)) throw new Unreadable('not_an_amount', { ...where, text: text.slice(0, 40) })
  return Number(text)
}

/** Text of one line, no longer than it may be; null when there is none. */
export const short = (text: string | null, most: number): string | null =>
  text?.replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed() || null

/** Identifier, or null for none and for the word that stands for none. */
export function reference(text: string | null): string | null {
  const found = short(text, maxCharacters.reference)
  return found === null || /^(NOT ?PROVIDED|NONREF)$/i.test(found) ? null : found
}

/** Only account number in a text that is not the company's own; null for none and for several. */
export function ibanInText(text: string, own: string): string | null {
  const found = text.toUpperCase().match(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g) ?? []
  const ibans = new Set(found.flatMap(each => ibanFrom(each) ?? []).filter(each => each !== own))
  const [only] = ibans
  return ibans.size === 1 ? (only ?? null) : null
}
