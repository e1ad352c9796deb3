/**
 * Merging: two providers that are one payee become one. The survivor keeps its data and its account; the other leads to
 * it, is inactive for ever, and everything current of it becomes the survivor's. It cannot be undone.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Provider, ProviderRefusal } from '#features/providers/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Permission to merge providers: an administrator's, whose account is in their own hands. */
export function mayMerge(actor: Actor): true | Refusal<ProviderRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  if (actor.companySuspended) return refuse('company_suspended')
  return accountTrust(actor)
}

export type MergingProvider = Pick<
  Provider,
  'id' | 'taxId' | 'email' | 'phone' | 'iban' | 'paymentTerms' | 'status'
> & {
  /** Tax id as payees are compared by it. */
  readonly taxKey: string | null
  /** Provider with which it was merged; null while it stands for itself. */
  readonly mergedInto: string | null
  /** True while other bank data waits for a second administrator. */
  readonly hasBankChange: boolean
  /** True when people who are not deactivated, or who are invited, work for it. */
  readonly hasPeople: boolean
}

/** Member who may have given a provider its account. */
export type AccountGiver = {
  readonly id: string
  /** True for an active member with an account in their own hands. */
  readonly isTrusted: boolean
}

export type Merging = {
  readonly merged: MergingProvider
  readonly survivor: MergingProvider
  /** Ids of batches that pay the merged one and are not settled. */
  readonly liveBatches: readonly string[]
  /**
   * Members of whom one alone gave the survivor its account, when it was made; none where nobody knows who; null where two
   * people confirmed it.
   */
  readonly accountGivers: readonly AccountGiver[] | null
}

/** Account at which the survivor is paid, against the merged one's. */
export type AccountChange = 'same' | 'first' | 'replaced' | 'none'

/** `first`: the merged one had none; `none`: the survivor has none, and nobody is paid until it is given one. */
export function accountChange({ merged, survivor }: Pick<Merging, 'merged' | 'survivor'>): AccountChange {
  if (merged.iban === survivor.iban) return 'same'
  if (survivor.iban === null) return 'none'
  return merged.iban === null ? 'first' : 'replaced'
}

/** Everything that stops a merge; empty when it may be done. */
export function mergeStops(actor: Actor, merging: Merging): readonly Refusal<ProviderRefusal>[] {
  const { merged, survivor, liveBatches, accountGivers } = merging
  if (merged.id === survivor.id) return [refuse('same_provider')]
  const gone = [merged, survivor].filter(({ mergedInto }) => mergedInto !== null)
  if (gone.length > 0) return gone.map(({ id, mergedInto }) => refuse('provider_merged', { id, mergedInto }))
  const isOnePayee = merged.taxKey !== null && merged.taxKey === survivor.taxKey
  const isAnother = merged.taxKey !== null && survivor.taxKey !== null && !isOnePayee
  const change = accountChange(merging)
  const pays = change === 'first' || change === 'replaced'
  const isOwn = accountGivers?.some(({ id }) => id === (actor.responsibleId ?? actor.userId)) ?? false
  const isVouched = accountGivers === null || (accountGivers.length > 0 && accountGivers.every(isTrusted))
  const stops: readonly (readonly [boolean, Refusal<ProviderRefusal>])[] = [
    [survivor.status !== 'active', refuse('survivor_inactive')],
    [isAnother, refuse('different_tax_ids')],
    [merged.hasBankChange || survivor.hasBankChange, refuse('bank_change_pending')],
    [liveBatches.length > 0, refuse('in_live_batch', { batches: liveBatches.join(', ') })],
    // Without one tax id nothing says that they are one: their people would read each other's orders.
    [!isOnePayee && merged.hasPeople && survivor.hasPeople, refuse('people_of_both')],
    // Other bank data of a provider takes two people, by whatever way it comes.
    [pays && isOwn, refuse('own_account')],
    // An account in nobody's own hands may be in the hands of whoever merges.
    [pays && !isOwn && !isVouched, refuse('account_unvouched')],
  ]
  return stops.filter(([isSo]) => isSo).map(([, stop]) => stop)
}

const isTrusted = (giver: AccountGiver): boolean => giver.isTrusted

/** Data that the survivor lacks and takes from the merged one. Never its bank data. */
export const filledFields = ['taxId', 'email', 'phone', 'paymentTerms'] as const
export type FilledField = (typeof filledFields)[number]

export const fieldsToFill = ({ merged, survivor }: Pick<Merging, 'merged' | 'survivor'>): FilledField[] =>
  filledFields.filter(field => survivor[field] === null && merged[field] !== null)
