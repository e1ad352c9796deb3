/** Desk on which lines are matched: the matches found so far, and the payments that are taken. */
import type {
  Certainty,
  ExpectedIncome,
  LineToMatch,
  Match,
  MatchKind,
  MatchReason,
  OpenPayment,
  PaymentKey,
} from '#features/bank/rules/bank-matching.ts'
import { mayBeOfFormer, type SentFiles } from '#features/bank/rules/sent-before.ts'
import { type Day, dayFrom, daysBetween } from '#kernel/day.ts'
import { type Currency, minorToText } from '#kernel/money.ts'

export type Desk = {
  readonly lines: readonly LineToMatch[]
  /** By line; null while there is none. */
  readonly matches: (Match | null)[]
  /** Why a line does not fit what it names; told when it fits nothing else either. */
  readonly unfit: (Match | null)[]
  /** Payments that a line paid, brought back, and incomes that came in. */
  readonly paid: Map<OpenPayment, Certainty>
  readonly back: Map<OpenPayment, Certainty>
  readonly received: Map<ExpectedIncome, Certainty>
}

/** Candidate for a line, in the one form in which all kinds of them are compared. */
export type Candidate<Of = OpenPayment> = {
  readonly of: Of
  readonly keys: readonly PaymentKey[]
  readonly endToEndId: string | null
  readonly name: string
  readonly iban: string | null
  readonly amountMinor: bigint
  readonly currency: Currency
  /** Number of the day on which the money is expected to move. */
  readonly day: number
  readonly files: SentFiles
}

/** Lines of one direction, by their index, and what they may be of. */
export type Side<Of = OpenPayment> = {
  readonly kind: MatchKind
  readonly taken: Map<Of, Certainty>
  readonly lines: readonly number[]
  readonly payments: readonly Candidate<Of>[]
  /** Other money of the side's direction: near it, nothing is exact. */
  readonly rivals: readonly Candidate<Of>[]
  /** Rivals of all but themselves: what left in a cancelled file or perhaps left, on each day on which it may have moved. */
  readonly sent: readonly Candidate<Of>[]
}

/** Most days between a line and a rival that may be what the line is of. */
export const rivalDays = 10

const epoch = dayFrom('2000-01-01')

/** Number of a day, so that days are compared without their text. */
export function day(on: Day): number {
  if (epoch === null) throw new Error('the calendar has the year 2000')
  return daysBetween(epoch, on)
}

export const candidate = (payment: OpenPayment, on: Day): Candidate => ({
  of: payment,
  keys: [payment],
  endToEndId: payment.endToEndId,
  name: payment.payeeName,
  iban: payment.iban,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  day: day(on),
  files: payment,
})

/** Lines of the side without a match so far. */
export const openLines = <Of>({ matches }: Desk, { lines }: Side<Of>): number[] =>
  lines.filter(index => matches[index] === null)

export const freePayments = <Of>({ payments, taken }: Side<Of>): Candidate<Of>[] =>
  payments.filter(({ of }) => !taken.has(of))

/**
 * Those that no line surely has, though they are not free to be exact: proposed for another line, or of an account that
 * nobody wrote down.
 */
export const unsurePayments = <Of>({ payments, taken }: Side<Of>): Candidate<Of>[] =>
  payments.filter(({ of, iban }) => taken.get(of) === 'proposed' || (iban === null && !taken.has(of)))

/** Currency and absolute amount: what is equal in every match. */
export const moneyKey = ({ amountMinor, currency }: { amountMinor: bigint; currency: Currency }): string =>
  `${currency} ${minorToText(amountMinor < 0n ? -amountMinor : amountMinor)}`

type Kind = { readonly kind: MatchKind }

/** Days of `most` by which a payment may be later than its line: money that comes back left before. */
export const daysAfter = ({ kind }: Kind, most: number): number => (kind === 'returned' ? 0 : most)

/** A payment's day is at most so many days from its line's. */
export function isWithin(side: Kind, { bookedOn }: LineToMatch, on: number, most: number): boolean {
  const later = on - day(bookedOn)
  return later >= -most && later <= daysAfter(side, most)
}

export type Found<Of> = {
  readonly certainty: 'exact' | 'proposed'
  readonly why: MatchReason
  readonly of: readonly Candidate<Of>[]
  /** Another kind than the side's. */
  readonly kind?: MatchKind
}

/**
 * Writes a match down; its payments are for no other line of the side. Nothing is exact of what the bank may have from
 * two files.
 */
export function settle<Of>(
  desk: Desk,
  side: Pick<Side<Of>, 'kind' | 'taken'>,
  index: number,
  found: Found<Of>,
): void {
  const line = desk.lines[index]
  const files = found.of.map(each => each.files)
  const isUnsure = found.certainty === 'exact' && line !== undefined && mayBeOfFormer(line, files)
  const certainty = isUnsure ? 'proposed' : found.certainty
  for (const { of } of found.of) side.taken.set(of, certainty)
  desk.matches[index] = {
    certainty,
    kind: found.kind ?? side.kind,
    payments: paymentKeys(found.of),
    why: isUnsure ? 'sent_before' : found.why,
  }
}

export const paymentKeys = (of: readonly { readonly keys: readonly PaymentKey[] }[]): PaymentKey[] =>
  of.flatMap(({ keys }) => keys.map(({ documentId, payment }) => ({ documentId, payment })))
