/** Lines by amount and the other party's account. */
import type { LineToMatch, MatchReason } from '#features/bank/rules/bank-matching.ts'
import {
  type Candidate,
  type Desk,
  day,
  daysAfter,
  freePayments,
  moneyKey,
  openLines,
  paymentKeys,
  rivalDays,
  type Side,
  settle,
  unsurePayments,
} from '#features/bank/rules/match-desk.ts'
import { namesOthers } from '#features/bank/rules/match-end-to-end.ts'

/** Most days between the day on which money is expected and the day on which it moves, for an exact match. */
const nearDays = 10
/** The same for a proposal. */
const farDays = 60
/** Most days between the day that somebody wrote and the day on which the bank booked it: a weekend. */
const bookingDays = 3

type Dated = { readonly index: number; readonly line: LineToMatch; readonly day: number }
type Group = {
  readonly lines: Dated[]
  readonly payments: readonly Candidate[]
  readonly rivals: readonly Candidate[]
  /** Rivals of all but themselves. */
  readonly sent: readonly Candidate[]
}

/** Exact when there is one such payment near the line's day and no rival, and one such line near the payment's. */
export function matchByAccount(desk: Desk, side: Side, certainty: 'exact' | 'proposed'): void {
  for (const group of groups(desk, side).values())
    if (certainty === 'exact') matchExactly(desk, side, group)
    else matchInTurn(desk, side, group)
}

/** Lines, payments and rivals of one amount and account, all in the order of their days. */
function groups(desk: Desk, side: Side): Map<string, Group> {
  const byAccount = (each: Candidate) => `${moneyKey(each)} ${each.iban ?? each.name}`
  const payments = Map.groupBy(
    freePayments(side).filter(({ iban }) => iban !== null),
    byAccount,
  )
  const rivals = Map.groupBy(side.rivals, byAccount)
  const sent = Map.groupBy([...side.sent, ...unsurePayments(side)], byAccount)
  const found = new Map<string, Group>()
  for (const key of new Set([...payments.keys(), ...rivals.keys()])) {
    const some = payments.get(key) ?? []
    // Paid by hand, to nobody knows which account: perhaps to the payee's.
    const names = new Set(some.map(each => byAccount({ ...each, iban: null })))
    const competing = [key, ...names].flatMap(each => rivals.get(each) ?? [])
    const left = [key, ...names].flatMap(each => sent.get(each) ?? [])
    found.set(key, {
      lines: [],
      payments: some.sort(byDay),
      rivals: competing.sort(byDay),
      sent: left.sort(byDay),
    })
  }
  for (const index of openLines(desk, side)) {
    const line = desk.lines[index]
    if (line)
      found
        .get(`${moneyKey(line)} ${line.counterparty.iban}`)
        ?.lines.push({ index, line, day: day(line.bookedOn) })
  }
  for (const { lines } of found.values()) lines.sort(byDay)
  return found
}

const byDay = (one: { readonly day: number }, other: { readonly day: number }): number => one.day - other.day

function matchExactly(desk: Desk, side: Side, { lines, payments, rivals, sent }: Group): void {
  const after = daysAfter(side, nearDays)
  for (const { index, line, day: on } of lines) {
    if (between(rivals, on - rivalDays, on + rivalDays).length > 0) continue
    const [payment, ...more] = between(payments, on - nearDays, on + after)
    if (!payment || more.length > 0 || namesOthers(line, [payment])) continue
    if (hasOther(sent, payment, on - rivalDays, on + daysAfter(side, rivalDays))) continue
    if (between(lines, payment.day - after, payment.day + nearDays).length !== 1) continue
    settle(desk, side, index, { certainty: 'exact', why: 'amount_and_account', of: [payment] })
  }
}

/** The earliest line with the earliest payment, and so on: which is which makes no difference to the money. */
function matchInTurn(desk: Desk, side: Side, { lines, payments, rivals, sent }: Group): void {
  const isOnly =
    lines.length === 1 &&
    payments.length === 1 &&
    rivals.length === 0 &&
    sent.every(({ of }) => of === payments[0]?.of)
  const left = [...payments]
  const past = [...rivals]
  for (const { index, line, day: on } of lines) {
    while (left[0] && left[0].day < on - farDays) left.shift()
    const rival = nearestRival(on, past, left)
    if (rival && !namesOthers(line, [rival])) {
      past.splice(past.indexOf(rival), 1)
      tell(desk, side, index, rival)
      continue
    }
    const [payment] = left
    if (!payment || payment.day > on + daysAfter(side, farDays) || namesOthers(line, [payment])) continue
    left.shift()
    settle(desk, side, index, {
      certainty: 'proposed',
      why: isOnly ? 'far_date' : 'ambiguous',
      of: [payment],
    })
  }
}

/** The rival nearest to a day, when it is near and no payment is as near. */
function nearestRival(
  on: number,
  rivals: readonly Candidate[],
  left: readonly Candidate[],
): Candidate | null {
  const next = firstFrom(rivals, on)
  const [rival] = rivals
    .slice(Math.max(next - 1, 0), next + 1)
    .sort((one, other) => Math.abs(one.day - on) - Math.abs(other.day - on))
  const days = Math.abs((rival?.day ?? on) - on)
  if (!rival || days > bookingDays || between(left, on - days, on + days).length > 0) return null
  return rival
}

/** The line is of what somebody wrote down already. */
function tell(desk: Desk, { kind }: Side, index: number, rival: Candidate): void {
  const why: MatchReason = kind === 'returned' ? 'already_back' : 'already_paid'
  desk.matches[index] = { certainty: 'none', kind, payments: paymentKeys([rival]), why }
}

/** Those from one day to another, two at most: more say nothing else. */
function between<Some extends { readonly day: number }>(
  sorted: readonly Some[],
  from: number,
  to: number,
): Some[] {
  const first = firstFrom(sorted, from)
  return sorted.slice(first, first + 2).filter(each => each.day <= to)
}

/** One from one day to another is another payment than this. */
function hasOther(sorted: readonly Candidate[], { of }: Candidate, from: number, to: number): boolean {
  for (let at = firstFrom(sorted, from); at < sorted.length; at++) {
    const each = sorted[at]
    if (!each || each.day > to) return false
    if (each.of !== of) return true
  }
  return false
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
