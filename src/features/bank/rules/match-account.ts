/** Lines by amount and the other party's account. */
import {
  type Candidate,
  type Desk,
  day,
  freePayments,
  moneyKey,
  openLines,
  type Side,
  settle,
} from '#features/bank/rules/match-desk.ts'

/** Most days between the day on which money is expected and the day on which it moves, for an exact match. */
const nearDays = 10
/** The same for a proposal. */
const farDays = 60

type Dated = { readonly index: number; readonly day: number }
type Group = { readonly lines: Dated[]; readonly payments: Candidate[] }

/** Exact when there is one such payment near the line's day, and one such line near the payment's. */
export function matchByAccount(desk: Desk, side: Side, certainty: 'exact' | 'proposed'): void {
  for (const { lines, payments } of groups(desk, side).values())
    if (certainty === 'exact') matchExactly(desk, side, { lines, payments })
    else matchInTurn(desk, side, { lines, payments })
}

/** Lines and payments of one amount and account, both in the order of their days. */
function groups(desk: Desk, side: Side): Map<string, Group> {
  const payments = Map.groupBy(
    freePayments(side).filter(({ iban }) => iban !== null),
    each => `${moneyKey(each)} ${each.iban}`,
  )
  const found = new Map<string, Group>(
    [...payments].map(([key, some]) => [key, { lines: [], payments: some.sort(byDay) }]),
  )
  for (const index of openLines(desk, side)) {
    const line = desk.lines[index]
    if (line)
      found.get(`${moneyKey(line)} ${line.counterparty.iban}`)?.lines.push({ index, day: day(line.bookedOn) })
  }
  for (const { lines } of found.values()) lines.sort(byDay)
  return found
}

const byDay = (one: { readonly day: number }, other: { readonly day: number }): number => one.day - other.day

function matchExactly(desk: Desk, side: Side, { lines, payments }: Group): void {
  for (const line of lines) {
    const [payment, ...more] = near(payments, line.day)
    if (!payment || more.length > 0 || near(lines, payment.day).length !== 1) continue
    settle(desk, side, line.index, { certainty: 'exact', why: 'amount_and_account', of: [payment] })
  }
}

/** The earliest line with the earliest payment, and so on: which is which makes no difference to the money. */
function matchInTurn(desk: Desk, side: Side, { lines, payments }: Group): void {
  const isOnly = lines.length === 1 && payments.length === 1
  const left = [...payments]
  for (const line of lines) {
    while (left[0] && left[0].day < line.day - farDays) left.shift()
    const [payment] = left
    if (!payment || payment.day > line.day + farDays) continue
    left.shift()
    settle(desk, side, line.index, {
      certainty: 'proposed',
      why: isOnly ? 'far_date' : 'ambiguous',
      of: [payment],
    })
  }
}

/** Those near a day, two at most: more say nothing else. */
function near<Some extends { readonly day: number }>(sorted: readonly Some[], on: number): Some[] {
  const from = firstFrom(sorted, on - nearDays)
  return sorted.slice(from, from + 2).filter(each => each.day <= on + nearDays)
}

/** Index of the first that is not before a day. */
function firstFrom(sorted: readonly { readonly day: number }[], on: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.day ?? on) < on) low = middle + 1
    else high = middle
  }
  return low
}
