/**
 * Providers receive what orders pay. Their bank data is what fraud aims at: an account number is checked before
 * it is stored, and every change of one is an event of its own.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Day, daysBetween } from '#kernel/day.ts'
import { type Abilities, type Refusal, refuse } from '#kernel/refusal.ts'

export const providerStatuses = ['active', 'inactive'] as const
export type ProviderStatus = (typeof providerStatuses)[number]

export type Provider = {
  readonly id: string
  readonly name: string
  readonly taxId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly paymentTerms: PaymentTerms | null
  readonly status: ProviderStatus
}

export type ProviderRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'unknown_client'
  | 'unknown_provider'
  | 'bank_change_pending'
  | 'bank_change_gone'
  | 'own_bank_change'
  | 'second_person_needed'
  | 'not_asked_by_you'
  | 'stale_data'
  | 'same_tax_id'
  | 'same_account'
  | 'untrusted_account'
  | 'same_provider'
  | 'provider_merged'
  | 'survivor_inactive'
  | 'different_tax_ids'
  | 'in_live_batch'
  | 'people_of_both'
  | 'own_account'
  | 'account_unvouched'
  | 'other_account'

export type ProviderVerb = 'edit'

/** Abilities over the company's providers: an administrator's only. */
export function providerAbilities(actor: Actor): Abilities<ProviderVerb, ProviderRefusal> {
  return { edit: actor.role === 'admin' ? true : refuse('forbidden') }
}

export function mayCreateProvider(actor: Actor): true | Refusal<ProviderRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
}

export type ProviderReach =
  | { readonly kind: 'company' }
  /** Active providers assigned to the client. */
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'own'; readonly providerId: string }
  | { readonly kind: 'nothing' }

/** Providers that a person sees: all of the company, those of their client, or their own. */
export function visibleProviders(actor: Actor): ProviderReach {
  if (readsWholeCompany(actor.role)) return { kind: 'company' }
  if (actor.clientId !== null) return { kind: 'client', clientId: actor.clientId }
  return actor.providerId === null ? { kind: 'nothing' } : { kind: 'own', providerId: actor.providerId }
}

/**
 * True for those who see whole bank data: readers of the whole company and the provider itself; others see the last digits, but for
 * the payee of a payment that they make (`executions/rules/payee.ts`).
 */
export function seesBankData(actor: Actor): boolean {
  const { kind } = visibleProviders(actor)
  return kind === 'company' || kind === 'own'
}

export const bankDecisions = ['confirm', 'reject', 'withdraw'] as const
export type BankDecision = (typeof bankDecisions)[number]

/** Requested bank data that waits for another administrator. */
export type BankChange = {
  readonly askedBy: string
  /** True when the company has another administrator who could decide. */
  readonly hasOtherHand: boolean
}

/**
 * Abilities over requested bank data by two people: its asker never confirms nor rejects it, and only its
 * asker withdraws it. Until it is confirmed, orders are paid to the current account.
 */
export function bankAbilities(
  actor: Actor,
  { askedBy, hasOtherHand }: BankChange,
): Abilities<BankDecision, ProviderRefusal> {
  if (actor.role !== 'admin') {
    const no = refuse<ProviderRefusal>('forbidden')
    return { confirm: no, reject: no, withdraw: no }
  }
  const trust = accountTrust(actor)
  if (actor.userId !== askedBy) return { confirm: trust, reject: trust, withdraw: refuse('not_asked_by_you') }
  const waits = refuse<ProviderRefusal>(hasOtherHand ? 'own_bank_change' : 'second_person_needed')
  return { confirm: waits, reject: waits, withdraw: true }
}

/** Days for which approvers are warned that a provider's account has changed. */
export const bankWarningDays = 30

/** Days since the account changed; null when that is no longer recent. */
export function recentBankChange(changedOn: Day, today: Day): number | null {
  const days = daysBetween(changedOn, today)
  return days <= bankWarningDays ? days : null
}

/** Other active providers of the company with an equal tax id, and others with an equal account, as 'PRV-001 · Grúas Peña'. */
export type Duplicates = {
  readonly withSameTaxId: readonly string[]
  readonly withSameIban: readonly string[]
}

/**
 * Refuses a provider with the tax id of another active one, and one with an account of another unless a reason is given:
 * no limit sees money sent to one payee under two names.
 */
export function mayDuplicate(duplicates: Duplicates, reason: string | null): true | Refusal<ProviderRefusal> {
  const { withSameTaxId, withSameIban } = duplicates
  if (withSameTaxId.length > 0) return refuse('same_tax_id', { providers: withSameTaxId.join(', ') })
  return withSameIban.length === 0 || reason !== null
    ? true
    : refuse('same_account', { providers: withSameIban.join(', ') })
}
