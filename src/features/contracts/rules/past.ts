/**
 * A contract's balance at any moment follows from its ledger, to which movements are only added, and from the
 * amendments of its total: nothing else is kept of the past, and nothing else is needed.
 */
import { addDays, type Day } from '#kernel/day.ts'

/** Number of days for which a contract's past balance is drawn. */
export const pastDays = 90

export type Sums = { readonly requested: bigint; readonly committed: bigint; readonly used: bigint }

/** Sums that the ledger gained in one day; on the first day, everything up to its end. */
export type LedgerDay = Sums & { readonly day: Day }

export type Amended = { readonly day: Day; readonly from: bigint; readonly to: bigint }

export type PastDay = Sums & { readonly day: Day; readonly total: bigint }

/**
 * Balance at the end of every day on which it changed, and of the first and the last day. `amendments` are
 * complete, oldest first; `total` is the current one.
 */
export function pastBalances(
  { first, last, total }: { readonly first: Day; readonly last: Day; readonly total: bigint },
  ledger: readonly LedgerDay[],
  amendments: readonly Amended[],
): PastDay[] {
  const inSpan = amendments.map(({ day }) => day).filter(day => day > first && day < last)
  const days = new Set([first, ...ledger.map(({ day }) => day), ...inSpan, last])
  let sums: Sums = { requested: 0n, committed: 0n, used: 0n }
  return [...days].toSorted().map(day => {
    for (const entry of ledger.filter(each => each.day === day)) sums = plus(sums, entry)
    return { ...sums, day, total: totalAt(day, amendments, total) }
  })
}

const plus = (one: Sums, other: Sums): Sums => ({
  requested: one.requested + other.requested,
  committed: one.committed + other.committed,
  used: one.used + other.used,
})

/** Total at the end of a day: the result of the last amendment until then. */
export function totalAt(day: Day, amendments: readonly Amended[], total: bigint): bigint {
  const before = amendments.filter(amendment => amendment.day <= day).at(-1)
  return before?.to ?? amendments[0]?.from ?? total
}

export const firstPastDay = (last: Day): Day => addDays(last, 1 - pastDays)
