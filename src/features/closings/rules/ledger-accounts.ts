/**
 * Ledger accounts (*cuentas contables*): the code under which the accountant books each part of a movement. A company
 * says its own, by place, by kind and rate of tax, and by provider; what it does not say is booked as the Plan General
 * Contable (Real Decreto 1514/2007) has it.
 */

import { maxBasisPoints } from '#features/documents/rules/breakdown.ts'
import { type TaxKind, taxKinds } from '#features/documents/rules/tax-kinds.ts'

export { maxBasisPoints, taxKinds }

import type { DocumentType } from '#features/documents/rules.ts'

/** Places that every company has. `withheldByClients`: what clients withhold of issued invoices. */
export const ledgerPlaces = [
  'supplier',
  'expense',
  'client',
  'income',
  'taxBorne',
  'taxCharged',
  'withheld',
  'withheldByClients',
  'bank',
] as const
export type LedgerPlace = (typeof ledgerPlaces)[number]

/** Places that depend on the tax, and on the provider. */
export const taxPlaces = ['taxBorne', 'taxCharged'] as const satisfies readonly LedgerPlace[]
export type TaxPlace = (typeof taxPlaces)[number]
export const providerPlaces = ['supplier', 'expense'] as const satisfies readonly LedgerPlace[]
export type ProviderPlace = (typeof providerPlaces)[number]

/** Accounts of the Plan General Contable, three or four digits. */
export const usualAccounts: { readonly [place in LedgerPlace]: string } = {
  supplier: '400',
  expense: '629',
  client: '430',
  income: '705',
  taxBorne: '472',
  taxCharged: '477',
  withheld: '4751',
  withheldByClients: '473',
  bank: '572',
}

export const longestAccount = 12
/** Digits of the plan, as many as a program takes; some separate them with points. */
export const isLedgerAccount = (text: string): boolean =>
  /^\d[\d.]{2,11}$/.test(text) && text.length <= longestAccount

/** Codes that a company said, by `accountKey`. */
export type LedgerAccounts = ReadonlyMap<string, string>

type OfTax = { readonly kind: TaxKind; readonly rate: number }
export type AccountSubject = {
  readonly place: LedgerPlace
  readonly tax?: OfTax | null | undefined
  readonly providerId?: string | null | undefined
}

export const accountKey = ({ place, tax = null, providerId = null }: AccountSubject): string =>
  [place, ...(tax === null ? [] : [tax.kind, tax.rate]), ...(providerId === null ? [] : [providerId])].join(
    ' ',
  )

/** Code of a subject: its own, else that of its place, else the usual one. */
export const ledgerCode = (accounts: LedgerAccounts, subject: AccountSubject): string =>
  accounts.get(accountKey(subject)) ??
  accounts.get(accountKey({ place: subject.place })) ??
  usualAccounts[subject.place]

/** Codes of a row of a movement; null where there is nothing to book. */
export type RowAccounts = {
  readonly party: string
  readonly counterpart: string
  readonly tax: string | null
  readonly withheld: string | null
  readonly bank: string
}

type BookedRow = {
  readonly type: DocumentType
  readonly providerId: string
  readonly tax: OfTax | null
  readonly hasTax: boolean
  readonly isWithheld: boolean
}

export function rowAccounts(
  accounts: LedgerAccounts,
  { type, providerId, tax, hasTax, isWithheld }: BookedRow,
): RowAccounts {
  const isSpent = type === 'gasto'
  const of = (place: LedgerPlace, more: Omit<AccountSubject, 'place'> = {}) =>
    ledgerCode(accounts, { place, ...more })
  return {
    party: isSpent ? of('supplier', { providerId }) : of('client'),
    counterpart: isSpent ? of('expense', { providerId }) : of('income'),
    tax: hasTax ? of(isSpent ? 'taxBorne' : 'taxCharged', { tax }) : null,
    withheld: isWithheld ? of(isSpent ? 'withheld' : 'withheldByClients') : null,
    bank: of('bank'),
  }
}
