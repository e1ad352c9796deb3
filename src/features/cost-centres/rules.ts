/**
 * Cost centres: where a company books what it spends, beside the contract that pays it. A centre has a budget for each year,
 * or none for a year without limit; an order is charged to one centre at most, in the year of its submission.
 */
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export const centreStatuses = ['active', 'inactive'] as const
export type CentreStatus = (typeof centreStatuses)[number]

/** Years that may have a budget. */
export const firstYear = 2000
export const lastYear = 2100

export type CentreTerms = {
  readonly code: string
  readonly name: string
  readonly currency: string
  /** Its own overrun policy; null follows the company's. */
  readonly overrunPolicy: OverrunPolicy | null
}

export type CentreRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'client_inactive'
  | 'code_taken'
  | 'currency_charged'
  | 'currency_budgeted'
  | 'stale_revision'
  | 'wrong_status'
  | 'same_total'
  | 'below_spent'

export function centreAbilities(actor: Actor): Abilities<'create', CentreRefusal> {
  if (actor.role !== 'admin') return { create: refuse('forbidden') }
  return { create: actor.companySuspended ? refuse('company_suspended') : true }
}

export type CentreVerb = 'change' | 'setBudget' | 'deactivate' | 'activate'

/** Abilities over an existing centre: an administrator's; while the company is suspended, only to deactivate it. */
export function existingCentreAbilities(
  actor: Actor,
  { status }: { readonly status: CentreStatus },
): Abilities<CentreVerb, CentreRefusal> {
  const may = actor.role === 'admin' ? true : refuse<CentreRefusal>('forbidden')
  const mayOpen = firstRefusal(may, actor.companySuspended ? refuse('company_suspended') : true)
  const isNow = (wanted: CentreStatus) =>
    status === wanted ? true : refuse<CentreRefusal>('wrong_status', { status })
  return {
    change: mayOpen,
    setBudget: mayOpen,
    deactivate: firstRefusal(may, isNow('active')),
    activate: firstRefusal(mayOpen, isNow('inactive')),
  }
}

/** Verb that leads to a status. */
export const verbTo = { active: 'activate', inactive: 'deactivate' } as const satisfies {
  readonly [status in CentreStatus]: CentreVerb
}

/** Refuses a change of a revision that is no longer the current one: the person must look at the centre again. */
export const sameRevision = (
  centre: { readonly revision: number },
  seenRevision: number,
): true | Refusal<CentreRefusal> =>
  centre.revision === seenRevision
    ? true
    : refuse('stale_revision', { revision: centre.revision, seen: seenRevision })

export type CentreReach =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'nothing' }

/**
 * Centres that a person knows by code and name: all of the company, for its own people; those of their own client, for
 * people of a client; none, for a provider's.
 */
export function knownCentres(actor: Pick<Actor, 'role' | 'clientId' | 'providerId'>): CentreReach {
  if (readsWholeCompany(actor.role) || actor.role === 'approver') return { kind: 'company' }
  if (actor.providerId !== null || actor.clientId === null) return { kind: 'nothing' }
  return { kind: 'client', clientId: actor.clientId }
}

/**
 * Centres of which a person reads the budgets: all, for whoever reads the whole company; those of their own client, for
 * the client's main account, which reads its contracts' balances too.
 */
export function budgetedCentres(actor: Pick<Actor, 'role' | 'clientId' | 'providerId'>): CentreReach {
  if (readsWholeCompany(actor.role)) return { kind: 'company' }
  if (actor.role !== 'client' || actor.clientId === null) return { kind: 'nothing' }
  return { kind: 'client', clientId: actor.clientId }
}

/** True when a centre is within reach. */
export const isWithin = (reach: CentreReach, { clientId }: { readonly clientId: string | null }): boolean =>
  reach.kind === 'company' || (reach.kind === 'client' && reach.clientId === clientId)

/** Part of a centre that a person may be told: its budgets too, its name alone, or nothing. */
export type Told = 'budgets' | 'name' | 'nothing'

export function toldTo(
  actor: Pick<Actor, 'role' | 'clientId' | 'providerId'>,
  centre: { readonly clientId: string | null },
): Told {
  if (isWithin(budgetedCentres(actor), centre)) return 'budgets'
  return isWithin(knownCentres(actor), centre) ? 'name' : 'nothing'
}
