/**
 * Providers receive what orders pay. Where their money goes is the datum that fraud aims at: an account
 * number is checked before it is kept, and every change of one is an event of its own.
 */
import { ownHands } from '#features/identity/rules/hands.ts'
import type { Actor } from '#kernel/actor.ts'
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
  | 'fresh_hands'

export type ProviderVerb = 'edit'

/** Administrators keep the company's providers. */
export function abilities(actor: Actor): Abilities<ProviderVerb, ProviderRefusal> {
  return { edit: actor.role === 'admin' ? true : refuse('forbidden') }
}

export function mayCreateProvider(actor: Actor): true | Refusal<ProviderRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
}

export type ProviderReach =
  | { readonly kind: 'company' }
  /** The active ones assigned to the client. */
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'own'; readonly providerId: string }
  | { readonly kind: 'nothing' }

/** Which providers a person sees: all of the company, those of their client, or themselves. */
export function reachOf(actor: Actor): ProviderReach {
  if (actor.role === 'admin') return { kind: 'company' }
  if (actor.clientId !== null) return { kind: 'client', clientId: actor.clientId }
  return actor.providerId === null ? { kind: 'nothing' } : { kind: 'own', providerId: actor.providerId }
}

/** Bank data is for those who keep it and for the provider itself; others see the last digits. */
export function seesBankData(actor: Actor): boolean {
  const { kind } = reachOf(actor)
  return kind === 'company' || kind === 'own'
}

export const bankDecisions = ['confirm', 'reject', 'withdraw'] as const
export type BankDecision = (typeof bankDecisions)[number]

/** Where the money would go, as one administrator asks and another has not yet said. */
export type BankChange = {
  readonly askedBy: string
  /** Whether the company has another administrator who could say. */
  readonly hasOtherHand: boolean
}

/**
 * Two hands: whoever asked for other bank data never confirms nor rejects it, and only they take it back.
 * Until it is confirmed, orders are paid where they were.
 */
export function bankAbilities(
  actor: Actor,
  { askedBy, hasOtherHand }: BankChange,
): Abilities<BankDecision, ProviderRefusal> {
  if (actor.role !== 'admin') {
    const no = refuse<ProviderRefusal>('forbidden')
    return { confirm: no, reject: no, withdraw: no }
  }
  const hands = ownHands(actor)
  if (actor.userId !== askedBy) return { confirm: hands, reject: hands, withdraw: refuse('not_asked_by_you') }
  const waits = refuse<ProviderRefusal>(hasOtherHand ? 'own_bank_change' : 'second_person_needed')
  return { confirm: waits, reject: waits, withdraw: true }
}

/** For how many days approvers are told that a provider is paid to another account than before. */
export const bankWarningDays = 30

/** Other providers of the company that say the same of themselves, as 'PRV-001 · Grúas Peña'. */
export type Twins = { readonly ofTaxId: readonly string[]; readonly ofAccount: readonly string[] }

/** Money sent to one payee under two names is seen by no limit: whoever makes a twin says why. */
export function mayRepeat(twins: Twins, reason: string | null): true | Refusal<ProviderRefusal> {
  const { ofTaxId, ofAccount } = twins
  if (reason !== null || ofTaxId.length + ofAccount.length === 0) return true
  return ofTaxId.length > 0
    ? refuse('same_tax_id', { providers: ofTaxId.join(', ') })
    : refuse('same_account', { providers: ofAccount.join(', ') })
}
