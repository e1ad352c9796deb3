/**
 * Rules of bulk approval: orders without surprises are approved together; an order that needs attention is set aside
 * with its reasons and decided on its own.
 */
import { type Balance, overspends } from '#features/contracts/rules/budget.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { bankWarningDays } from '#features/providers/rules.ts'
import { add, type Money, zero } from '#kernel/money.ts'

export type Attention =
  | 'changed'
  | 'over_budget'
  | 'duplicate'
  | 'provider_off'
  | 'bank_changed'
  | 'shared_account'
  | 'first_payment'

/** Most orders in one call. */
export const bulkLimit = 100

export type AttentionFacts = {
  readonly type: DocumentType
  /** A credit note pays nobody. */
  readonly isCreditNote: boolean
  /** Amount that the order asks of its contract. */
  readonly charge: Money
  readonly balance: Balance
  /** True when it would go beyond the budget of its cost centre, within the tolerance or not. */
  readonly exceedsCentre: boolean
  /** Number of possible duplicates among other orders. */
  readonly alike: number
  readonly isProviderOff: boolean
  /** True when the order's client has paid its provider before. */
  readonly isPaidBefore: boolean
  /** Days since the provider's bank account changed; null when it never did. */
  readonly bankChangedDays: number | null
  /** True when another active provider has the account, and the person may learn it. */
  readonly isAccountShared: boolean
  /** True when the current revision is the one that the person read. */
  readonly isCurrentRevision: boolean
}

/** Reasons to decide an order on its own, the gravest first; empty when it may be approved with others. */
export function attentionFor(facts: AttentionFacts): Attention[] {
  const isPayment = facts.type === 'gasto' && !facts.isCreditNote
  const { bankChangedDays } = facts
  const isNewAccount = bankChangedDays !== null && bankChangedDays <= bankWarningDays
  const found: { readonly [reason in Attention]: boolean } = {
    changed: !facts.isCurrentRevision,
    over_budget: facts.exceedsCentre || overspends(facts.balance, facts.charge),
    duplicate: facts.alike > 0,
    provider_off: facts.isProviderOff,
    bank_changed: isPayment && isNewAccount,
    shared_account: isPayment && facts.isAccountShared,
    first_payment: isPayment && !facts.isPaidBefore,
  }
  return attentions.filter(reason => found[reason])
}

/** Reasons of attention, the gravest first. */
export const attentions = [
  'changed',
  'over_budget',
  'duplicate',
  'provider_off',
  'bank_changed',
  'shared_account',
  'first_payment',
] as const satisfies readonly Attention[]

/** Sums of amounts, one for each currency. */
export function totalPerCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<Money['currency'], Money>()
  for (const amount of amounts)
    sums.set(amount.currency, add(sums.get(amount.currency) ?? zero(amount.currency), amount))
  return [...sums.values()]
}
