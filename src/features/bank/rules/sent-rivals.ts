/**
 * Cancelled files as rivals of what waits: the bank may have carried out one that had left, besides the one that stands,
 * so that its debits are of nobody else by themselves, though a line of one of the two is settled.
 */
import type { OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { type Candidate, candidate, day, moneyKey } from '#features/bank/rules/match-desk.ts'

/** Each such payment, on the day of each file that had it. */
export const sentRivals = (payments: readonly OpenPayment[]): Candidate[] =>
  payments
    .filter(({ sentBefore }) => sentBefore.length > 0)
    .flatMap(payment =>
      [...new Set(filesWith(payment).map(({ payOn }) => payOn))].map(on => candidate(payment, on)),
    )

const filesWith = ({ batch, sentBefore }: OpenPayment) => (batch ? [...sentBefore, batch] : sentBefore)

/** Money that a debit may be of, its day, and the payments that it would be for. */
export type RivalSum = { readonly money: string; readonly day: number; readonly of: readonly OpenPayment[] }

/** Sums of the cancelled files, and of the batches in which their payments are now. */
export function sentSums(payments: readonly OpenPayment[]): RivalSum[] {
  const ofFile = payments.flatMap(payment =>
    payment.sentBefore.map(file => ({ file, payment, currency: payment.currency })),
  )
  const former = [...Map.groupBy(ofFile, ({ file }) => file.id).values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { file, currency } = first
    const money = moneyKey({ amountMinor: file.amountMinor, currency })
    return [{ money, day: day(file.payOn), of: group.map(({ payment }) => payment) }]
  })
  return [...former, ...standingSums(payments)]
}

function standingSums(payments: readonly OpenPayment[]): RivalSum[] {
  const inBatches = payments.filter(({ batch, state }) => batch !== null && state !== 'returned')
  return [...Map.groupBy(inBatches, ({ batch }) => batch?.id ?? '').values()].flatMap(of => {
    const [first] = of
    if (!first?.batch || of.every(({ sentBefore }) => sentBefore.length === 0)) return []
    const amountMinor = of.reduce((sum, each) => sum + each.amountMinor, 0n)
    return [{ money: moneyKey({ amountMinor, currency: first.currency }), day: day(first.batch.payOn), of }]
  })
}
