/**
 * Tolerance: how far a contract's total may be exceeded before its overrun policy holds. It is measured against the total
 * and everything spent, never order by order. A rate, an amount, or the smaller of what both allow.
 */
import { type Currency, compare, type Money, minorFromText, money, shareWithin, zero } from '#kernel/money.ts'

export type Tolerance = {
  /** Part of the contract's total in basis points, 0 to 10,000; null: only the amount counts. */
  readonly rate: number | null
  /** Digits of minor units; null: only the rate counts. */
  readonly amountMinor: string | null
  /** Currency of the amount; null without one. */
  readonly currency: Currency | null
}

export const noTolerance: Tolerance = { rate: null, amountMinor: null, currency: null }
/** The whole, in basis points. */
export const wholeRate = 10_000

/** Amount beyond a total that is tolerated: of the rate without its fraction of a minor unit. */
export function allowance({ rate, amountMinor, currency }: Tolerance, total: Money): Money {
  // An amount in another currency cannot be compared with the total: nothing is tolerated.
  if (amountMinor !== null && currency !== total.currency) return zero(total.currency)
  const limits = [
    ...(rate === null ? [] : [shareWithin(total, rate)]),
    ...(amountMinor === null ? [] : [money(minorFromText(amountMinor), total.currency)]),
  ]
  return limits.toSorted(compare)[0] ?? zero(total.currency)
}

/** A contract's own tolerance as it is asked for; nothing at all is none, whatever the company's. Null follows it. */
export function ownTolerance(
  asked: Pick<Tolerance, 'rate' | 'amountMinor'> | null,
  currency: Currency,
): Tolerance | null {
  if (asked === null) return null
  const { rate, amountMinor } = asked
  return amountMinor === null
    ? { rate: rate ?? 0, amountMinor, currency: null }
    : { rate, amountMinor, currency }
}

/** Tolerance in force for a contract: its own, or its company's. */
export const toleranceInForce = (own: Tolerance | null, company: Tolerance): Tolerance => own ?? company

export const isSameTolerance = (one: Tolerance | null, other: Tolerance | null): boolean =>
  one?.rate === other?.rate && one?.amountMinor === other?.amountMinor && one?.currency === other?.currency
