/**
 * Which orders may be approved together, and which somebody must look at one by one. Approving many at once is
 * for what holds no surprise: whatever does is set aside with its reasons, and decided on its own.
 */
import { type Balance, overspends } from '#features/contracts/rules.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { bankWarningDays } from '#features/providers/rules.ts'
import { add, type Money, zero } from '#kernel/money.ts'

export type Attention =
  | 'changed'
  | 'over_budget'
  | 'duplicate'
  | 'provider_off'
  | 'bank_changed'
  | 'first_payment'

/** How many orders one call approves. */
export const bulkLimit = 100

export type AttentionFacts = {
  readonly type: DocumentType
  readonly amount: Money
  readonly balance: Balance
  /** How many other orders it looks like. */
  readonly alike: number
  readonly isProviderOff: boolean
  /** Whether its client has paid its provider before. */
  readonly isPaidBefore: boolean
  /** Days since the provider is paid to another account, if ever. */
  readonly bankChangedDays: number | null
  /** Whether it still is what the person saw. */
  readonly isAsSeen: boolean
}

/** Why an order is not approved among others, the gravest first; nothing when it may be. */
export function attentionFor(facts: AttentionFacts): Attention[] {
  const isPayment = facts.type === 'gasto'
  const { bankChangedDays } = facts
  const isNewAccount = bankChangedDays !== null && bankChangedDays <= bankWarningDays
  const found: { readonly [reason in Attention]: boolean } = {
    changed: !facts.isAsSeen,
    over_budget: overspends(facts.balance, facts.amount),
    duplicate: facts.alike > 0,
    provider_off: facts.isProviderOff,
    bank_changed: isPayment && isNewAccount,
    first_payment: isPayment && !facts.isPaidBefore,
  }
  return attentions.filter(reason => found[reason])
}

export const attentions = [
  'changed',
  'over_budget',
  'duplicate',
  'provider_off',
  'bank_changed',
  'first_payment',
] as const satisfies readonly Attention[]

/** What amounts add up to, each currency for itself. */
export function totalsOf(amounts: readonly Money[]): Money[] {
  const sums = new Map<Money['currency'], Money>()
  for (const amount of amounts)
    sums.set(amount.currency, add(sums.get(amount.currency) ?? zero(amount.currency), amount))
  return [...sums.values()]
}
