/** Debits that pay all that waits of a batch: the bank booked its transfers together. */
import type { LineToMatch, PaymentBatch } from '#features/bank/rules/bank-matching.ts'
import {
  type Candidate,
  type Desk,
  day,
  freePayments,
  lineWords,
  moneyKey,
  openLines,
  paymentKeys,
  type Side,
  settle,
} from '#features/bank/rules/match-desk.ts'

/** Most days between the payment day of a batch and a debit that does not name it. */
const nearDays = 5

type OpenBatch = {
  readonly batch: PaymentBatch
  readonly payments: readonly Candidate[]
  /** Currency and sum of what waits. */
  readonly money: string
}

/**
 * A debit that names the batch is exact; another is when its amount is the sum of one batch alone, nothing else that
 * waits has that amount, and no other such debit is there.
 */
export function matchBatches(desk: Desk, side: Side, certainty: 'exact' | 'proposed'): void {
  const free = freePayments(side)
  const batches = openBatches(free)
  const named = new Map(batches.flatMap(each => batchNames(each.batch).map(name => [name, each] as const)))
  const byTotal = Map.groupBy(batches, ({ money }) => money)
  const byAmount = Map.groupBy(free, moneyKey)
  const open = openLines(desk, side)
  const alike = Map.groupBy(open, index => lineMoney(desk, index))
  for (const index of open) {
    const line = desk.lines[index]
    if (!line) continue
    const told = batchTold(line, named)
    if (told) {
      matchTold(desk, side, { index, told })
      continue
    }
    const fitting = (byTotal.get(moneyKey(line)) ?? []).filter(
      each => mayBe(line, each) && isFree(side, each),
    )
    const [batch] = fitting
    if (!batch) continue
    const others = (byAmount.get(moneyKey(line)) ?? []).filter(each => !batch.payments.includes(each))
    const isOnly = fitting.length === 1 && others.length === 0 && alike.get(moneyKey(line))?.length === 1
    if (certainty === 'exact' && !isOnly) continue
    settle(desk, side, index, {
      certainty,
      why: isOnly ? 'batch_total' : 'ambiguous',
      of: batch.payments,
      kind: 'batch',
    })
  }
}

function matchTold(desk: Desk, side: Side, { index, told }: { index: number; told: OpenBatch }): void {
  if (!isFree(side, told)) return
  if (told.money === lineMoney(desk, index))
    settle(desk, side, index, {
      certainty: 'exact',
      why: 'batch_reference',
      of: told.payments,
      kind: 'batch',
    })
  else
    desk.unfit[index] = {
      certainty: 'none',
      kind: 'batch',
      payments: paymentKeys(told.payments),
      why: 'amount_differs',
    }
}

function openBatches(free: readonly Candidate[]): OpenBatch[] {
  const groups = Map.groupBy(free, ({ of }) => of.batch?.id ?? '')
  return [...groups.values()].flatMap(payments => {
    const [first] = payments
    const batch = first?.of.batch
    // Two currencies are never added.
    if (!batch || payments.some(({ currency }) => currency !== first.currency)) return []
    const amountMinor = payments.reduce((sum, each) => sum + each.amountMinor, 0n)
    return [{ batch, payments, money: moneyKey({ amountMinor, currency: first.currency }) }]
  })
}

/** As our file and our texts call it. */
const batchNames = ({ id, messageId }: PaymentBatch): string[] =>
  [id, messageId, `${messageId}-1`].map(name => name.toUpperCase())

function batchTold(line: LineToMatch, named: ReadonlyMap<string, OpenBatch>): OpenBatch | null {
  const { messageId, paymentInfoId } = line.references
  // An order's identifier also ends with its batch: that is one payment, not all.
  const words =
    lineWords(line)
      .toUpperCase()
      .match(/(?<![\w.-])(R-\d{3,9}|[0-9A-F]{32}(-1)?)(?![\w.-]*\w)/g) ?? []
  const told = [messageId?.toUpperCase(), paymentInfoId?.toUpperCase(), ...words]
  return told.flatMap(name => named.get(name ?? '') ?? [])[0] ?? null
}

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
