/** Match of a status report: the payments that the bank rejected come back. */
import type { Match, MatchKind, OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { paymentKeys } from '#features/bank/rules/match-desk.ts'
import { byEndToEndId } from '#features/bank/rules/match-end-to-end.ts'
import type { BankStatus, StatusReport } from '#features/bank/rules/statement.ts'

/** `place`: of the status in its file. */
export type StatusMatch = Match & { readonly place: number }

/**
 * Matches of a report's statuses: one for each, or two where a rejected batch has payments that wait and payments that
 * somebody confirmed. A payment with a status of its own is not told by that of its batch. No status proves that money
 * moved: a statement does.
 */
export function matchStatuses(report: StatusReport, payments: readonly OpenPayment[]): StatusMatch[] {
  const sent = payments.filter(
    ({ batch }) => batch?.messageId.toUpperCase() === report.messageId.toUpperCase(),
  )
  const named = byEndToEndId(sent)
  const paymentTold = ({ endToEndId }: BankStatus) => named.get(endToEndId?.toUpperCase() ?? '')
  const told = new Set(report.statuses.flatMap(status => paymentTold(status) ?? []))
  const rejected = new Set<OpenPayment>()
  return [...report.statuses]
    .sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))
    .flatMap(status => {
      const own = paymentTold(status)
      const of = status.level === 'payment' ? (own ? [own] : []) : sent.filter(each => !told.has(each))
      const fresh = of.filter(each => !rejected.has(each))
      if (status.outcome === 'rejected') for (const each of fresh) rejected.add(each)
      return matches(status, fresh).map(match => ({ ...match, place: status.place }))
    })
    .sort((one, other) => one.place - other.place)
}

/** Levels of a status, the first told first: a single payment goes before its batch, and that before its file. */
const levels: readonly BankStatus['level'][] = ['payment', 'batch', 'file']

function matches({ outcome, amountMinor }: BankStatus, of: readonly OpenPayment[]): Match[] {
  if (of.length === 0) return [none(of, 'nothing_alike')]
  if (outcome !== 'rejected') return [none(of, 'nothing_moved')]
  if (of.some(each => amountMinor !== null && each.amountMinor !== amountMinor))
    return [none(of, 'amount_differs')]
  const found = (kind: MatchKind, some: readonly OpenPayment[]): Match[] =>
    some.length === 0 ? [] : [{ certainty: 'exact', kind, payments: keys(some), why: 'status' }]
  return [
    ...found(
      'rejected',
      of.filter(({ state }) => state === 'waiting'),
    ),
    ...found(
      'returned',
      of.filter(({ state }) => state === 'paid'),
    ),
  ]
}

const none = (of: readonly OpenPayment[], why: Match['why']): Match => ({
  certainty: 'none',
  kind: null,
  payments: keys(of),
  why,
})

const keys = (of: readonly OpenPayment[]) => paymentKeys(of.map(each => ({ keys: [each] })))
