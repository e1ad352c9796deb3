/**
 * Shield of payees. After a provider's account has changed, its payments stay out of batches for some days, in which
 * somebody may still notice; and an account that another active provider has too is pointed out to people of the
 * company, who alone learn of it.
 */
import { visibleProviders } from '#features/providers/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'

/**
 * First day on which payments to a provider enter batches again; null when they may today. `changedOn`: day on which its
 * account replaced another; null where none was ever replaced.
 */
export function coolOffEnd(changedOn: Day | null, coolOffDays: number, today: Day): Day | null {
  if (changedOn === null) return null
  const end = addDays(changedOn, coolOffDays)
  return today < end ? end : null
}

type NamedProvider = { readonly id: string; readonly name: string }

/** True for people of the company: those of its clients and providers learn nothing of an account's other holders. */
export const seesSharedAccounts = ({ clientId, providerId }: Actor): boolean =>
  clientId === null && providerId === null

/**
 * Sharing of an account with other active providers, as far as a person learns of it: null when there is none or they
 * learn nothing; names only of providers that they see.
 */
export function sharedAccount(
  actor: Actor,
  others: readonly NamedProvider[],
): { providers: NamedProvider[] } | null {
  if (others.length === 0 || !seesSharedAccounts(actor)) return null
  return { providers: visibleProviders(actor).kind === 'company' ? [...others] : [] }
}
