/**
 * Content of a file of the bank, in one form whatever its format. Nothing of it is decided here; a reader has held the
 * file's sums, counts and balances against each other before any of it is believed. Amounts are minor units of the
 * report's currency: below zero the money left the account, above zero it came in.
 */
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'

/** Formats that are read. A report of an account has one of the first three. */
export const bankFormats = ['norma43', 'camt053', 'camt054', 'pain002'] as const
export type BankFormat = (typeof bankFormats)[number]
export type AccountFormat = Exclude<BankFormat, 'pain002'>

export type BankFile = { readonly reports: readonly BankReport[] }
export type BankReport = AccountReport | StatusReport
export type AccountReport = Statement | Notification

/** Movements of an account between two balances. */
export type Statement = AccountLines & {
  readonly kind: 'statement'
  readonly format: 'norma43' | 'camt053'
  /** Null where the file does not tell it, as on the pages of a statement that are not its first or last. */
  readonly openingMinor: bigint | null
  readonly closingMinor: bigint | null
}

/** Movements that the bank tells of as they are booked, without balances. */
export type Notification = AccountLines & { readonly kind: 'notification'; readonly format: 'camt054' }

type AccountLines = {
  /** Account of the company. */
  readonly iban: string
  readonly currency: Currency
  readonly from: Day | null
  readonly to: Day | null
  /** In the order of the file; a batch booking whose parts add up is told by its parts. */
  readonly lines: readonly BankLine[]
}

/** Booked movement, or part of one. */
export type BankLine = {
  /** Number, from 1: of the line in a Norma 43, of the entry among all of the file in a CAMT. It proves the line. */
  readonly place: number
  /** Null for a whole movement. */
  readonly part: LinePart | null
  readonly bookedOn: Day
  readonly valueOn: Day | null
  /** Never zero in a part that is paid to somebody; banks do book lines of zero. */
  readonly amountMinor: bigint
  readonly references: LineReferences
  readonly counterparty: Counterparty
  /** Text of the bank beside the movement; empty when there is none. */
  readonly text: string
  /** Money that comes back, or that an earlier movement is undone by; null for any other movement. */
  readonly returned: LineReturn | null
}

/** Part `number` of `count` of a movement of `entryMinor`. */
export type LinePart = { readonly number: number; readonly count: number; readonly entryMinor: bigint }

/** Identifiers as the file has them; null where it has none, `NOTPROVIDED` included. */
export type LineReferences = {
  readonly endToEndId: string | null
  /** Message and payment information of the file that asked for it: `MsgId`, `PmtInfId`. */
  readonly messageId: string | null
  readonly paymentInfoId: string | null
  /** The bank's own number of the movement. */
  readonly bankReference: string | null
  /** Norma 43: document number, reference 1 and reference 2. */
  readonly document: string | null
  readonly first: string | null
  readonly second: string | null
}

/** Whoever is at the other end: payee of money that left, payer of money that came in. */
export type Counterparty = { readonly name: string | null; readonly iban: string | null }

/** `code`: ISO 20022 reason of the return (`AC04`), where the file tells one. */
export type LineReturn = { readonly code: string | null }

/** Status of a file of transfers: as a whole, by batch, or by single payment. */
export type StatusReport = {
  readonly kind: 'status'
  readonly format: 'pain002'
  /** Identifier of the file that was sent (`OrgnlMsgId`). */
  readonly messageId: string
  readonly statuses: readonly BankStatus[]
}

export type BankStatus = {
  /** Number of the status in its file, from 1. */
  readonly place: number
  readonly level: 'file' | 'batch' | 'payment'
  readonly outcome: StatusOutcome
  /** ISO 20022 code of the status, as the file has it. */
  readonly code: string
  /** ISO 20022 reasons, or the bank's own. */
  readonly reasons: readonly string[]
  /** Words that the bank adds. */
  readonly text: string
  readonly paymentInfoId: string | null
  readonly endToEndId: string | null
  /** Amount of the transfer, where the bank repeats it. */
  readonly amountMinor: bigint | null
}

/**
 * `settled`: the debtor's account is charged, or the creditor's credited. `partial`: some of the parts were rejected.
 * `other`: a status that says nothing of the money.
 */
export const statusOutcomes = ['accepted', 'settled', 'pending', 'partial', 'rejected', 'other'] as const
export type StatusOutcome = (typeof statusOutcomes)[number]

const outcomes: ReadonlyMap<string, StatusOutcome> = new Map([
  ...['ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACWP', 'ACFC'].map(code => [code, 'accepted'] as const),
  ...['ACSC', 'ACCC'].map(code => [code, 'settled'] as const),
  ...['PDNG', 'RCVD'].map(code => [code, 'pending'] as const),
  ['PART', 'partial'],
  ['RJCT', 'rejected'],
])

export const statusOutcome = (code: string): StatusOutcome => outcomes.get(code) ?? 'other'
