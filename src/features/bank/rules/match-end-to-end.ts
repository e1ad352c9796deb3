/** Lines that name a payment by the end-to-end identifier that its file gave it. */
import type {
  LineToMatch,
  Match,
  MatchKind,
  MatchReason,
  OpenPayment,
} from '#features/bank/rules/bank-matching.ts'
import { lineWords } from '#features/bank/rules/line-words.ts'
import { type Candidate, type Desk, paymentKeys } from '#features/bank/rules/match-desk.ts'
import { mayBeOfFormer } from '#features/bank/rules/sent-before.ts'

/** Money that left: a payment that waits is paid. Of two lines that name one, the exact has it, whichever comes first. */
export function matchPaid(
  desk: Desk,
  payments: readonly OpenPayment[],
  certainty: 'exact' | 'proposed',
): void {
  const named = byEndToEndId(payments)
  const open = identifiers(payments)
  desk.lines.forEach((line, index) => {
    if (line.amountMinor >= 0n || line.returned !== null || desk.matches[index]) return
    const payment = paymentNamed(line, named)
    if (certainty === 'exact' && (!payment || !isExact(desk, line, payment))) return
    if (payment) desk.matches[index] = paidMatch(desk, line, payment)
    else if (isGone(line, open)) desk.matches[index] = namesAnother
  })
}

const isExact = (desk: Desk, line: LineToMatch, payment: OpenPayment): boolean =>
  isEqual(line, payment) &&
  payment.state === 'waiting' &&
  !desk.paid.has(payment) &&
  paidReason(line, payment) === 'end_to_end'

function paidMatch(desk: Desk, line: LineToMatch, payment: OpenPayment): Match {
  if (!isEqual(line, payment)) return none('paid', payment, 'amount_differs')
  if (payment.state === 'paid') return none('paid', payment, 'already_paid')
  if (desk.paid.has(payment)) return none('paid', payment, 'already_used')
  const why = paidReason(line, payment)
  const certainty = why === 'end_to_end' ? 'exact' : 'proposed'
  desk.paid.set(payment, certainty)
  return found('paid', payment, { certainty, why })
}

function paidReason(line: LineToMatch, payment: OpenPayment): MatchReason {
  const { iban } = line.counterparty
  if (iban !== null && payment.iban !== null && iban !== payment.iban) return 'account_differs'
  return mayBeOfFormer(line, [payment]) ? 'sent_before' : 'end_to_end'
}

/**
 * Money that came back. A credit that says nothing of a return may be somebody else's, who wrote our identifier: it is
 * proposed.
 */
export function matchBack(desk: Desk, payments: readonly OpenPayment[]): void {
  const named = byEndToEndId(payments)
  const open = identifiers(payments)
  desk.lines.forEach((line, index) => {
    if (line.amountMinor <= 0n) return
    const payment = paymentNamed(line, named)
    if (!payment && line.returned !== null && isGone(line, open)) desk.matches[index] = namesAnother
    if (!payment || (line.returned === null && !isEqual(line, payment))) return
    desk.matches[index] = backMatch(desk, line, payment)
  })
}

function backMatch(desk: Desk, line: LineToMatch, payment: OpenPayment): Match {
  const made = payment.state === 'paid' ? 'exact' : desk.paid.get(payment)
  const kind = made === undefined ? 'rejected' : 'returned'
  if (!isEqual(line, payment)) return none(kind, payment, 'amount_differs')
  if (desk.back.has(payment)) return none(kind, payment, 'already_used')
  const isUnsure = mayBeOfFormer(line, [payment])
  // Neither made nor in a batch: there is nothing to reject.
  if (isUnsure && made === undefined && payment.batch === null) return none(kind, payment, 'sent_before')
  const certainty = line.returned === null || made === 'proposed' || isUnsure ? 'proposed' : 'exact'
  desk.back.set(payment, certainty)
  const isReturn = isUnsure ? 'sent_before' : 'end_to_end'
  const why = line.returned === null ? 'end_to_end_without_return' : isReturn
  return found(kind, payment, { certainty, why })
}

/** Identifiers that two payments share name neither of them. */
export function byEndToEndId(payments: readonly OpenPayment[]): ReadonlyMap<string, OpenPayment> {
  const groups = Map.groupBy(payments, ({ endToEndId }) => endToEndId?.toUpperCase() ?? '')
  return new Map(
    [...groups].flatMap(([id, [first, ...more]]) =>
      id === '' || !first || more.length > 0 ? [] : [[id, first] as const],
    ),
  )
}

const ownIdentifier = /\bDOC-\d{3,9}(\.P\d{1,2})?\.R-\d{3,9}\b/g

/** Identifiers of ours that a line says, wherever it says them. */
function identifiersSaid(line: LineToMatch): ReadonlySet<string> {
  const said = `${line.references.endToEndId ?? ''} ${lineWords(line)}`.toUpperCase()
  return new Set(said.match(ownIdentifier) ?? [])
}

/** A line that says an identifier of ours is of no payment that has another, or none. */
export function namesOthers(line: LineToMatch, of: readonly Pick<Candidate, 'endToEndId'>[]): boolean {
  const said = identifiersSaid(line)
  return said.size > 0 && !of.every(({ endToEndId }) => said.has(endToEndId?.toUpperCase() ?? ''))
}

const identifiers = (payments: readonly OpenPayment[]): ReadonlySet<string> =>
  new Set(payments.flatMap(({ endToEndId }) => endToEndId?.toUpperCase() ?? []))

/** Whatever a line names is open no more: it came back, left its batch or was paid long ago. */
function isGone(line: LineToMatch, open: ReadonlySet<string>): boolean {
  const said = identifiersSaid(line)
  return said.size > 0 && [...said].every(id => !open.has(id))
}

const namesAnother: Match = { certainty: 'none', kind: null, payments: [], why: 'names_another' }

/** Payment that a line names in the field made for it, or the only one that it names at all. */
export function paymentNamed(line: LineToMatch, named: ReadonlyMap<string, OpenPayment>): OpenPayment | null {
  const told = named.get(line.references.endToEndId?.toUpperCase() ?? '')
  if (told) return told
  const [only, ...more] = identifiersSaid(line)
  return more.length === 0 ? (named.get(only ?? '') ?? null) : null
}

const isEqual = (line: LineToMatch, { amountMinor, currency }: OpenPayment): boolean =>
  line.currency === currency && (line.amountMinor === amountMinor || line.amountMinor === -amountMinor)

const none = (kind: MatchKind, payment: OpenPayment, why: MatchReason): Match => ({
  certainty: 'none',
  kind,
  payments: paymentKeys([{ keys: [payment] }]),
  why,
})

const found = (kind: MatchKind, payment: OpenPayment, how: Pick<Match, 'certainty' | 'why'>): Match => ({
  ...how,
  kind,
  payments: paymentKeys([{ keys: [payment] }]),
})
