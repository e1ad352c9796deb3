/**
 * Step-up: above an amount, a company has whoever approves or pays confirm that it is they. The threshold is the company's;
 * amounts in other currencies are compared through its exchange rates.
 */
import { convert, type RateTable } from '#features/exchange-rates/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { compare, type Money } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Amount from which the confirmation is asked; null: never. */
export type Threshold = Money | null

/** True when an amount reaches the threshold. One that cannot be converted, for lack of a rate, reaches every threshold. */
export function reaches(amount: Money, threshold: Money, rates: RateTable): boolean {
  const converted = convert(rates, amount, threshold.currency)
  return isRefusal(converted) || compare(converted.to, threshold) >= 0
}

export type StepUpRefusal = 'forbidden' | 'untrusted_account' | 'stale_data'

/** Permission to choose the threshold. */
export function mayChooseThreshold(
  actor: Pick<Actor, 'role' | 'untrustedReason'>,
): true | Refusal<StepUpRefusal> {
  return firstRefusal<StepUpRefusal>(actor.role === 'admin' ? true : refuse('forbidden'), accountTrust(actor))
}

/** True when a change may leave something unasked that is asked now: it is asked of whoever makes it. */
export function isLaxer(wanted: Threshold, before: Threshold): boolean {
  if (before === null) return false
  return wanted === null || wanted.currency !== before.currency || compare(wanted, before) > 0
}
