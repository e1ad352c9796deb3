/** Debits that pay all that waits of a batch: the bank booked its transfers together. */
import type {
  LineToMatch,
  Match,
  MatchReason,
  OpenPayment,
  PaymentBatch,
} from '#features/bank/rules/bank-matching.ts'
import { batchNames, batchNamesSaid } from '#features/bank/rules/batch-names.ts'
import {
  type Candidate,
  type Desk,
  day,
  freePayments,
  moneyKey,
  openLines,
  paymentKeys,
  rivalDays,
  type Side,
  settle,
} from '#features/bank/rules/match-desk.ts'
import { byEndToEndId, namesOthers, paymentNamed } from '#features/bank/rules/match-end-to-end.ts'
import { byFormerName, namedByFormer } from '#features/bank/rules/sent-before.ts'
import { type RivalSum, sentSums } from '#features/bank/rules/sent-rivals.ts'

/** Most days between the payment day of a batch and a debit that does not name it. */
const nearDays = 5

type OpenBatch = {
  readonly batch: PaymentBatch
  readonly payments: readonly Candidate[]
  readonly own: ReadonlySet<OpenPayment>
  /** Currency and sum of what waits. */
  readonly money: string
}

type Known = {
  /** All payments, and what cancelled files asked for besides. */
  readonly everSent: readonly OpenPayment[]
  /** Payments that were in a file before its batch was cancelled, made or not. */
  readonly resent: readonly Candidate[]
}

/** Debits that name a batch and no payment: what they pay for sure is for no line that only may be of it. */
export function matchNamedBatches(desk: Desk, side: Side, payments: readonly OpenPayment[]): void {
  const named = byName(openBatches(freePayments(side)))
  const past = byName(openBatches(side.rivals))
  const identified = byEndToEndId(payments)
  for (const index of openLines(desk, side)) {
    const line = desk.lines[index]
    const told = line && batchTold(line, named)
    if (!told || batchTold(line, past) || paymentNamed(line, identified)) continue
    matchTold(desk, side, 'exact', { index, told, isSure: true })
  }
}

/**
 * A debit that names the batch is exact; another is when its amount is the sum of one batch alone, nothing else that
 * waits or was paid by hand in those days has that amount, and no other such debit is there.
 */
export function matchBatches(
  desk: Desk,
  side: Side,
  certainty: 'exact' | 'proposed',
  { everSent, resent }: Known,
): void {
  const free = freePayments(side)
  const batches = openBatches(free)
  const rivals = rivalSums(side, free, everSent)
  const named = byName(batches)
  const formerly = byFormerName(resent)
  const past = byName(openBatches(side.rivals))
  const byTotal = Map.groupBy(batches, ({ money }) => money)
  const byAmount = Map.groupBy(free, moneyKey)
  const open = openLines(desk, side)
  const alike = Map.groupBy(open, index => lineMoney(desk, index))
  for (const index of open) {
    const line = desk.lines[index]
    if (!line) continue
    const told = batchTold(line, named)
    const toldPast = batchTold(line, past)
    if (told || toldPast) {
      if (told) matchTold(desk, side, certainty, { index, told, isSure: !toldPast })
      else if (toldPast) desk.unfit[index] = unfit(toldPast, 'already_paid')
      continue
    }
    const former = namedByFormer(line, formerly)
    if (former.length > 0) {
      const waiting = former.filter(({ of }) => of.state === 'waiting')
      desk.unfit[index] =
        waiting.length > 0
          ? unfit({ payments: waiting }, 'sent_before')
          : unfit({ payments: former }, 'already_paid')
      continue
    }
    const fitting = (byTotal.get(moneyKey(line)) ?? []).filter(
      each => mayBe(line, each) && isFree(side, each) && !namesOthers(line, each.payments),
    )
    const [batch] = fitting
    if (!batch) continue
    const others = (byAmount.get(moneyKey(line)) ?? []).filter(each => !batch.payments.includes(each))
    const isOnly =
      fitting.length === 1 &&
      others.length === 0 &&
      alike.get(moneyKey(line))?.length === 1 &&
      !(rivals.get(moneyKey(line)) ?? []).some(each => isRival(each, line, batch))
    if (certainty === 'exact' && !isOnly) continue
    settle(desk, side, index, {
      certainty,
      why: isOnly ? 'batch_total' : 'ambiguous',
      of: batch.payments,
      kind: 'batch',
    })
  }
}

type Told = {
  readonly index: number
  readonly told: OpenBatch
  /** Nothing of the batch was paid by hand: the line may be of that, and not of what waits. */
  readonly isSure: boolean
}

function matchTold(
  desk: Desk,
  side: Side,
  certainty: 'exact' | 'proposed',
  { index, told, isSure }: Told,
): void {
  const line = desk.lines[index]
  if (!line || !isFree(side, told) || namesOthers(line, told.payments)) return
  if (told.money !== moneyKey(line)) {
    desk.unfit[index] = unfit(told, 'amount_differs')
    return
  }
  if (certainty === 'exact' && !isSure) return
  settle(desk, side, index, {
    certainty: isSure ? 'exact' : 'proposed',
    why: isSure ? 'batch_reference' : 'ambiguous',
    of: told.payments,
    kind: 'batch',
  })
}

const unfit = ({ payments }: Pick<OpenBatch, 'payments'>, why: MatchReason): Match => ({
  certainty: 'none',
  kind: 'batch',
  payments: paymentKeys(payments),
  why,
})

/** Money of other payments, near the line's day. */
const isRival = (sum: RivalSum, { bookedOn }: LineToMatch, { own }: OpenBatch): boolean =>
  Math.abs(sum.day - day(bookedOn)) <= rivalDays && sum.of.some(each => !own.has(each))

/**
 * Money that was paid by hand or left in a cancelled file, by its amount: each payment, each batch of them, and what was paid of
 * a batch with what waits in it.
 */
function rivalSums(
  { rivals, sent }: Side,
  free: readonly Candidate[],
  all: readonly OpenPayment[],
): Map<string, RivalSum[]> {
  const own = new Set(rivals)
  const single = [...rivals, ...sent].map(each => ({ money: moneyKey(each), day: each.day, of: [each.of] }))
  const batches = [...openBatches(rivals), ...openBatches([...rivals, ...free])].flatMap(
    ({ money, payments }) => {
      const [first] = payments
      return first && own.has(first) ? [{ money, day: first.day, of: payments.map(({ of }) => of) }] : []
    },
  )
  return Map.groupBy([...single, ...batches, ...sentSums(all)], ({ money }) => money)
}

const byName = (batches: readonly OpenBatch[]): ReadonlyMap<string, OpenBatch> =>
  new Map(batches.flatMap(each => batchNames(each.batch).map(name => [name, each] as const)))

function openBatches(free: readonly Candidate[]): OpenBatch[] {
  const groups = Map.groupBy(free, ({ of }) => of.batch?.id ?? '')
  return [...groups.values()].flatMap(payments => {
    const [first] = payments
    const batch = first?.of.batch
    // Two currencies are never added.
    if (!batch || payments.some(({ currency }) => currency !== first.currency)) return []
    const amountMinor = payments.reduce((sum, each) => sum + each.amountMinor, 0n)
    const own = new Set(payments.map(({ of }) => of))
    return [{ batch, payments, own, money: moneyKey({ amountMinor, currency: first.currency }) }]
  })
}

const batchTold = (line: LineToMatch, named: ReadonlyMap<string, OpenBatch>): OpenBatch | null =>
  batchNamesSaid(line).flatMap(name => named.get(name) ?? [])[0] ?? null

/** A debit that names one account is no sum of several payments. */
function mayBe(line: LineToMatch, { batch, payments }: OpenBatch): boolean {
  const { iban } = line.counterparty
  const isOfOther = iban !== null && (payments.length > 1 || payments[0]?.iban !== iban)
  return !isOfOther && Math.abs(day(line.bookedOn) - day(batch.payOn)) <= nearDays
}

const isFree = ({ taken }: Side, { payments }: OpenBatch): boolean =>
  payments.every(({ of }) => !taken.has(of))

function lineMoney({ lines }: Desk, index: number): string {
  const line = lines[index]
  return line ? moneyKey(line) : ''
}
