/** Figures of a file held against each other: what a file says of itself must be true before any of it is believed. */
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import type { BankLine } from '#features/bank/rules/statement.ts'
import type { CountedThing } from '#features/bank/rules/unreadable.ts'
import { type Currency, minorToText } from '#kernel/money.ts'
import type { Facts } from '#kernel/refusal.ts'

/** Place of a figure: the line of a Norma 43, the entry of a CAMT, or the account of a report. */
export type Where = Facts

export function sameCount(stated: number, found: number, what: CountedThing, where: Where): void {
  if (stated !== found) throw new Unreadable('count_differs', { ...where, what, stated, found })
}

export type Sums = {
  readonly stated: bigint
  readonly found: bigint
  readonly currency: Currency
}

export function sameSum({ stated, found, currency }: Sums, what: CountedThing, where: Where): void {
  if (stated !== found)
    throw new Unreadable('sum_differs', { ...where, what, ...shown(stated, found, currency) })
}

/** The closing balance is the opening one and the movements between them. */
export function sameBalance({ stated, found, currency }: Sums, where: Where): void {
  if (stated !== found)
    throw new Unreadable('balance_differs', { ...where, ...shown(stated, found, currency) })
}

const shown = (stated: bigint, found: bigint, currency: Currency) => ({
  stated: minorToText(stated),
  found: minorToText(found),
  currency,
})

export type Totals = {
  readonly debits: number
  readonly credits: number
  /** Above zero, both. */
  readonly debitMinor: bigint
  readonly creditMinor: bigint
}

/** Numbers and sums of movements; those of zero count as credits unless told otherwise by `isDebit`. */
export function totals(amounts: readonly { readonly minor: bigint; readonly isDebit: boolean }[]): Totals {
  const debits = amounts.filter(({ isDebit }) => isDebit)
  const credits = amounts.filter(({ isDebit }) => !isDebit)
  return {
    debits: debits.length,
    credits: credits.length,
    debitMinor: -sumMinor(debits.map(({ minor }) => minor)),
    creditMinor: sumMinor(credits.map(({ minor }) => minor)),
  }
}

export const sumMinor = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)

export const sumLines = (lines: readonly Pick<BankLine, 'amountMinor'>[]): bigint =>
  sumMinor(lines.map(({ amountMinor }) => amountMinor))
