/** Fields as XML files write them: amounts, days, currencies, countries, accounts. What cannot be read is refused. */

import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { type Decimals, minorFromDecimal } from '#features/invoices/rules/decimal.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { ibanFrom } from '#kernel/iban.ts'
import { type Currency, isCurrency } from '#kernel/money.ts'

export const maxCharacters = { name: 200, number: 100, description: 300, terms: 500, account: 60 }
export const maxLines = 200
const maxAccounts = 20

export function currencyFrom(text: string | null): Currency {
  const code = needed(text, 'la divisa').toUpperCase()
  if (!isCurrency(code)) throw new Unreadable('unknown_currency', { currency: code.slice(0, 10) })
  return code
}

/** Null for a field that is not there. */
export function amountFrom(text: string | null, currency: Currency, decimals?: Decimals): bigint | null {
  if (text === null) return null
  const minor = minorFromDecimal(text, currency, decimals)
  const shown = { text: text.slice(0, 40) }
  if (minor === 'not_an_amount') throw new Unreadable('not_an_amount', shown)
  if (minor === 'too_many_decimals') throw new Unreadable('too_many_decimals', shown)
  if (minor === 'too_long') throw new Unreadable('amount_too_long', shown)
  return minor
}

export const sumMinor = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)

/** `2026-11-24`, with or without a time zone behind it; null for anything else. */
export const dayFromXml = (text: string | null): Day | null =>
  text === null ? null : dayFrom(text.replace(/^(\d{4}-\d{2}-\d{2})(Z|T.*|[+-]\d{2}:\d{2})$/, '$1'))

export function needed<T>(value: T | null, field: string): T {
  if (value === null) throw new Unreadable('incomplete', { field })
  return value
}

/** Text of one line, no longer than it may be. */
export const short = (text: string | null, most: number): string | null =>
  text === null ? null : text.replace(/\s+/g, ' ').slice(0, most)

export type Accounts = { readonly ibans: readonly string[]; readonly otherAccounts: readonly string[] }

export function accountsFrom(texts: readonly (string | null)[]): Accounts {
  const given = [...new Set(texts.flatMap(text => (text === null || text === '' ? [] : [text])))].slice(
    0,
    maxAccounts,
  )
  return {
    ibans: [...new Set(given.flatMap(text => ibanFrom(text) ?? []))],
    otherAccounts: given
      .filter(text => ibanFrom(text) === null)
      .map(text => text.slice(0, maxCharacters.account)),
  }
}
