/**
 * Match of each line of the bank: the payments that it paid or brought back, or the income that it is. Exact is a line
 * that can be only one thing; one that may be another is proposed, and one that fits nothing has a reason. Amounts are
 * always equal, to the cent. A payment is paid by at most one line, and brought back by at most one, of those that are
 * matched together.
 */
import { matchByAccount } from '#features/bank/rules/match-account.ts'
import { matchBatches, matchNamedBatches } from '#features/bank/rules/match-batches.ts'
import { type Candidate, candidate, type Desk, type Side } from '#features/bank/rules/match-desk.ts'
import { matchBack, matchPaid } from '#features/bank/rules/match-end-to-end.ts'
import { matchIncomes } from '#features/bank/rules/match-incomes.ts'
import { matchByAmount, matchByName } from '#features/bank/rules/match-name.ts'
import { sentRivals } from '#features/bank/rules/sent-rivals.ts'
import type { BankLine } from '#features/bank/rules/statement.ts'
import type { Day } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'

export type LineToMatch = BankLine & { readonly currency: Currency }

/** Part of an order that is paid on its own; an order that is paid at once has one, number 1. */
export type PaymentKey = { readonly documentId: string; readonly payment: number }

export type OpenPayment = PaymentKey & {
  /** As the file for the bank has it: `DOC-123.R-045`, `DOC-123.p2.R-045`. Null without a batch and a former file. */
  readonly endToEndId: string | null
  readonly batch: PaymentBatch | null
  /** Batches that were cancelled after somebody had their file, and had it under this identifier. */
  readonly sentBefore: readonly SentBatch[]
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly iban: string | null
  readonly payeeName: string
  readonly dueOn: Day
  /** A paid one can be brought back. One that came back is here because its lines may come yet. */
  readonly state: 'waiting' | 'paid' | 'returned'
  readonly paidOn: Day | null
  readonly returnedOn: Day | null
  /** A line was settled as the one that paid it; without one, somebody confirmed it by hand. */
  readonly hasLine: boolean
  /** The same of the line that brought it back. */
  readonly hasReturnLine: boolean
}

/** `id`: of the batch (`R-045`). `messageId`: of its file, from which `PmtInfId` is made. */
export type PaymentBatch = { readonly id: string; readonly messageId: string; readonly payOn: Day }

/** `amountMinor`: all that its file asked for. */
export type SentBatch = PaymentBatch & { readonly amountMinor: bigint }

/** Order of issuance whose money has not come in. */
export type ExpectedIncome = {
  readonly documentId: string
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly clientName: string
  readonly invoiceNumber: string | null
  readonly dueOn: Day
}

export type Certainty = 'exact' | 'proposed' | 'none'

/**
 * `batch`: all that waits of a batch is paid together. `returned`: a payment that was made comes back. `rejected`: a
 * payment that nobody confirmed yet comes back, and so was never made.
 */
export type MatchKind = 'paid' | 'batch' | 'returned' | 'rejected' | 'income'

/** Reasons of a match, then those for which there is none. */
export const matchReasons = [
  'end_to_end',
  'end_to_end_without_return',
  'sent_before',
  'batch_reference',
  'batch_total',
  'amount_and_account',
  'amount_and_name',
  'amount',
  'invoice_number',
  'status',
  'ambiguous',
  'account_differs',
  'far_date',
  'amount_differs',
  'already_paid',
  'already_back',
  'already_used',
  'names_another',
  'nothing_alike',
  'nothing_moved',
] as const
export type MatchReason = (typeof matchReasons)[number]

export type Match = {
  readonly certainty: Certainty
  /** Null when there is nothing that the line is like. */
  readonly kind: MatchKind | null
  /** Of `none`: those that the line names, and that it does not fit. */
  readonly payments: readonly PaymentKey[]
  readonly why: MatchReason
}

export type Open = {
  readonly payments: readonly OpenPayment[]
  /** Payments as cancelled files asked for them, where none of `payments` stands for that: rivals, and nobody's to settle. */
  readonly left?: readonly OpenPayment[]
  readonly incomes: readonly ExpectedIncome[]
}

const nothing: Match = { certainty: 'none', kind: null, payments: [], why: 'nothing_alike' }

/** A match for each line, in the order of the lines. What is exact goes before what is proposed. */
export function matchLines(lines: readonly LineToMatch[], open: Open): Match[] {
  const desk: Desk = {
    lines,
    matches: lines.map(() => null),
    unfit: lines.map(() => null),
    paid: new Map(),
    back: new Map(),
    received: new Map(),
  }
  matchPaid(desk, open.payments, 'exact')
  matchDebits(desk, open.payments, open.left ?? [])
  matchBack(desk, open.payments)
  matchReturns(desk, open.payments, open.left ?? [])
  matchIncomes(desk, open.incomes)
  return desk.matches.map((match, index) => match ?? desk.unfit[index] ?? nothing)
}

/** Money that left, to payments that wait. */
function matchDebits(desk: Desk, payments: readonly OpenPayment[], left: readonly OpenPayment[]): void {
  const everSent = [...payments, ...left]
  const side: Side = {
    kind: 'paid',
    taken: desk.paid,
    lines: indexes(desk, ({ amountMinor, returned }) => amountMinor < 0n && returned === null),
    payments: payments
      .filter(({ state }) => state === 'waiting')
      .map(payment => candidate(payment, payment.batch?.payOn ?? payment.dueOn)),
    // One that was made by hand has a line too, and so has one that came back and waits again.
    rivals: payments
      .filter(({ state, hasLine }) => state !== 'waiting' && !hasLine)
      .map(payment => candidate(payment, payment.paidOn ?? payment.dueOn)),
    sent: sentRivals(everSent),
  }
  matchNamedBatches(desk, side, payments)
  matchPaid(desk, payments, 'proposed')
  const resent = payments
    .filter(({ sentBefore }) => sentBefore.length > 0)
    .map(payment => candidate(payment, payment.dueOn))
  for (const certainty of ['exact', 'proposed'] as const) {
    matchBatches(desk, side, certainty, { everSent, resent })
    matchByAccount(desk, side, certainty)
  }
  matchByName(desk, side)
}

/** Money that came back, to payments that were made, those that these lines just paid included. */
function matchReturns(desk: Desk, payments: readonly OpenPayment[], left: readonly OpenPayment[]): void {
  const isMade = (payment: OpenPayment) => payment.state === 'paid' || desk.paid.get(payment) === 'exact'
  const leftOn = daysLeft(desk, 'exact')
  const side: Side = {
    kind: 'returned',
    taken: desk.back,
    lines: indexes(desk, ({ amountMinor, returned }) => amountMinor > 0n && returned !== null),
    payments: payments
      .filter(isMade)
      .map(payment => candidate(payment, payment.paidOn ?? leftOn.get(keyText(payment)) ?? payment.dueOn)),
    rivals: payments
      .filter(({ state, hasReturnLine }) => state === 'returned' && !hasReturnLine)
      .map(payment => candidate(payment, payment.returnedOn ?? payment.dueOn)),
    // Neither what a cancelled file asked for nor what nobody confirmed yet is brought back here, and both may be what came.
    sent: [...sentRivals([...payments, ...left]), ...perhapsMade(desk, payments)],
  }
  for (const certainty of ['exact', 'proposed'] as const) matchByAccount(desk, side, certainty)
  matchByName(desk, side)
  matchByAmount(desk, side)
}

/** Payments that nobody confirmed, on the days on which they left if they did: that of their batch, of a line proposed for them. */
function perhapsMade(desk: Desk, payments: readonly OpenPayment[]): Candidate[] {
  const proposedOn = daysLeft(desk, 'proposed')
  return payments
    .filter(
      each => each.state === 'waiting' && desk.paid.get(each) !== 'exact' && desk.back.get(each) !== 'exact',
    )
    .flatMap(each =>
      [each.batch?.payOn, proposedOn.get(keyText(each))].flatMap(on => (on ? [candidate(each, on)] : [])),
    )
}

/** Days on which money left by these lines, by payment. */
const daysLeft = ({ lines, matches }: Desk, certainty: Certainty): ReadonlyMap<string, Day> =>
  new Map(
    lines.flatMap(({ bookedOn }, index) => {
      const match = matches[index]
      const isPaid = match?.certainty === certainty && (match.kind === 'paid' || match.kind === 'batch')
      return isPaid ? match.payments.map(key => [keyText(key), bookedOn] as const) : []
    }),
  )

const keyText = ({ documentId, payment }: PaymentKey): string => `${documentId} ${payment}`

const indexes = ({ lines }: Desk, isOfSide: (line: LineToMatch) => boolean): number[] =>
  lines.flatMap((line, index) => (isOfSide(line) ? [index] : []))
