/**
 * Payments of an order (*vencimientos*): the days on which its payable amount is due, in one to twenty-four parts. Each
 * takes a share of what the order charges to its contract, and of what is billed; the last takes the rest, so that the
 * shares are exact. An order that plans nothing is paid once, on no particular day. Source: decision 069.
 */
import {
  maxPayments,
  type PaymentTerms,
  type PlannedPayment,
  plannedPayments,
} from '#features/providers/rules/payment-terms.ts'
import { type Day, dayFrom } from '#kernel/day.ts'

export { maxPayments, type PlannedPayment }

export type Payment = PlannedPayment & {
  /** Number within the order, from one, in order of the due days. */
  readonly number: number
  /** Shares of the charge and of what is billed, in minor units. */
  readonly chargeMinor: bigint
  readonly billedMinor: bigint
}

export type PaymentsFault = 'does_not_add_up' | 'nothing_due' | 'not_in_order'

export type PaymentsProblem = {
  readonly fault: PaymentsFault
  /** Place of the payment that is wrong, from zero; null for all of them. */
  readonly index: number | null
  /** Minor units by which the payments exceed what is payable; below zero what they lack. */
  readonly offMinor: bigint
}

/** Everything that is wrong with planned payments; empty for a sound plan. */
export function paymentsProblems(
  payableMinor: bigint,
  planned: readonly PlannedPayment[],
): PaymentsProblem[] {
  const problem = (fault: PaymentsFault, index: number | null = null, offMinor = 0n) => [
    { fault, index, offMinor },
  ]
  const offMinor = planned.reduce((sum, { amountMinor }) => sum + amountMinor, -payableMinor)
  return [
    ...planned.flatMap(({ amountMinor }, index) => (amountMinor > 0n ? [] : problem('nothing_due', index))),
    ...planned.flatMap(({ dueOn }, index) =>
      dueOn < (planned[index - 1]?.dueOn ?? dueOn) ? problem('not_in_order', index) : [],
    ),
    ...(offMinor === 0n ? [] : problem('does_not_add_up', null, offMinor)),
  ]
}

/** The payments with their numbers and their shares of the charge and of what is billed. */
export function withShares(
  planned: readonly PlannedPayment[],
  { chargeMinor, billedMinor }: { readonly chargeMinor: bigint; readonly billedMinor: bigint },
): Payment[] {
  const charges = divideInProportion(chargeMinor, planned)
  const billed = divideInProportion(billedMinor, planned)
  return planned.map((payment, index) => ({
    ...payment,
    number: index + 1,
    chargeMinor: charges[index] ?? 0n,
    billedMinor: billed[index] ?? 0n,
  }))
}

/** An amount in proportion to payments, rounded down; the last takes the rest. */
function divideInProportion(minor: bigint, planned: readonly PlannedPayment[]): bigint[] {
  const payableMinor = planned.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const shares = planned.slice(0, -1).map(({ amountMinor }) => (minor * amountMinor) / payableMinor)
  return [...shares, shares.reduce((rest, share) => rest - share, minor)]
}

/** Payments by the terms that hold for an order: its contract's, else its provider's. Empty without terms or invoice date. */
export function paymentsByTerms(
  terms: PaymentTerms | null,
  invoiceDate: string | null,
  payableMinor: bigint,
): PlannedPayment[] {
  const day = invoiceDate === null ? null : dayFrom(invoiceDate)
  return terms === null || day === null || payableMinor <= 0n ? [] : plannedPayments(terms, day, payableMinor)
}

/** Day of the next payment; once all are made, of the last. Null for an order without planned payments. */
export const nextDueDay = (
  payments: readonly { readonly dueOn: Day; readonly isPaid: boolean }[],
): Day | null => (payments.find(({ isPaid }) => !isPaid) ?? payments.at(-1))?.dueOn ?? null
