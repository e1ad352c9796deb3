/**
 * Delegations: for some days a substitute decides, executes or both in the place of a principal. A person has one
 * substitute for each duty on a day at most, for orders up to an amount if they state one. A substitute has what their
 * principal holds and nothing else: what the principal does as a substitute is not passed on.
 */

import { type OwnHand, type Permitted, rolesOfPeople, type Side } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type DelegationRefusal =
  | 'forbidden'
  | 'not_found'
  | 'person_not_eligible'
  | 'giver_not_eligible'
  | OwnHand
  | 'delegation_in_past'
  | 'already_substituted'
  | 'delegation_loop'
  | 'delegation_over'
  | 'untrusted_account'

/** Duties that a substitute may take on. */
export type Duty = 'approve' | 'execute'

/** Duties that a delegation covers. */
export const coverages = ['approve', 'execute', 'both'] as const
export type Coverage = (typeof coverages)[number]

/** True when a delegation of this coverage covers the duty. */
export const coversDuty = (covers: Coverage, duty: Duty): boolean => covers === 'both' || covers === duty

/** True when two delegations cover a duty in common. */
export const shareDuty = (one: Coverage, other: Coverage): boolean =>
  one === 'both' || other === 'both' || one === other

/** A person in whose place another acts. */
export type Principal = { readonly userId: string; readonly name: string }

/** Days of a delegation, `yyyy-mm-dd`, both included. */
export type Window = { readonly startsOn: string; readonly endsOn: string }

export type Delegation = Window & {
  readonly id: string
  readonly fromId: string
  readonly toId: string
  readonly covers: Coverage
  /** Largest amount covered: orders above it or in another currency are not. Null: no limit. */
  readonly max: Money | null
  readonly isEnded: boolean
}

export type DelegationState = 'upcoming' | 'active' | 'over'

/** State of a delegation on a day. */
export function delegationState(
  delegation: Window & Pick<Delegation, 'isEnded'>,
  today: Day,
): DelegationState {
  if (delegation.isEnded || delegation.endsOn < today) return 'over'
  return delegation.startsOn > today ? 'upcoming' : 'active'
}

/** True when two delegations share a day. */
export const overlap = (one: Window, other: Window): boolean =>
  one.startsOn <= other.endsOn && other.startsOn <= one.endsOn

/** Permission to name a principal's substitute: the principal themselves, or an administrator. */
export function mayDelegate(actor: Actor, principalId: string): true | Refusal<DelegationRefusal> {
  const isOfPeople = rolesOfPeople.some(role => role === actor.role)
  return actor.role === 'admin' || (isOfPeople && actor.userId === principalId) ? true : refuse('forbidden')
}

type Person = Pick<Permitted, 'userId' | 'active' | 'role' | 'clientId'>

/**
 * Checks the two people: both can be approvers and executors today, and a client's person is replaced by one of the same client or
 * of the company.
 */
export function maySubstitute(
  principal: Person | null,
  substitute: Person | null,
): true | Refusal<DelegationRefusal> {
  const canApprove = (person: Person | null) =>
    person?.active === true && rolesOfPeople.some(role => role === person.role)
  const isOther = principal?.userId !== substitute?.userId
  const isReachable =
    principal?.clientId == null || substitute?.clientId == null || principal.clientId === substitute.clientId
  return firstRefusal(
    canApprove(principal) ? true : refuse('giver_not_eligible'),
    canApprove(substitute) && isOther && isReachable ? true : refuse('person_not_eligible'),
  )
}

/**
 * Checks the days: none in the past, no second substitute for a duty on any day, and never two people who stand in for
 * each other.
 */
export function mayBegin(
  wanted: Pick<Delegation, 'fromId' | 'toId' | 'covers'> & Window,
  others: readonly Delegation[],
  today: Day,
): true | Refusal<DelegationRefusal> {
  const rivals = others.filter(other => !other.isEnded && overlap(other, wanted))
  const isReverse = (other: Delegation) => other.fromId === wanted.toId && other.toId === wanted.fromId
  return firstRefusal(
    wanted.startsOn >= today ? true : refuse('delegation_in_past'),
    rivals.some(other => other.fromId === wanted.fromId && shareDuty(other.covers, wanted.covers))
      ? refuse('already_substituted')
      : true,
    rivals.some(isReverse) ? refuse('delegation_loop') : true,
  )
}

/** Permission to end a delegation: its principal or an administrator, while it is not over. */
export function delegationAbilities(
  actor: Actor,
  delegation: Pick<Delegation, 'fromId' | 'isEnded'> & Window,
  today: Day,
): Abilities<'end', DelegationRefusal> {
  return {
    end: firstRefusal(
      mayDelegate(actor, delegation.fromId),
      delegationState(delegation, today) === 'over' ? refuse('delegation_over') : true,
    ),
  }
}

/**
 * A delegation in force, as seen by its substitute: the principal, its duties, the largest amount, and whether the
 * principal executes the order.
 */
export type Mandate = {
  readonly userId: string
  readonly covers: Coverage
  readonly max: Money | null
  readonly isExecutor: boolean
  /** The principal's side today, regarding the order. */
  readonly side: Side
}

/** Mandates that cover a duty of an order, by its amount, and by its client where the substitute is a client's person. */
export function covering(
  actor: Pick<Actor, 'role' | 'clientId'>,
  mandates: readonly Mandate[],
  document: { readonly clientId: string; readonly amount: Money },
  duty: Duty,
): Mandate[] {
  const isOfPeople = rolesOfPeople.some(role => role === actor.role)
  if (!isOfPeople || (actor.clientId !== null && actor.clientId !== document.clientId)) return []
  return mandates.filter(
    ({ covers, max }) => coversDuty(covers, duty) && (max === null || coversAmount(max, document.amount)),
  )
}

/**
 * True when a person may know another, and so name them as substitute: somebody of the same client, or appointed in a
 * project where the person is appointed too, or in one of the person's client. Other people of the company are not
 * revealed.
 */
export function isWithinSight(
  actor: Pick<Actor, 'userId' | 'clientId'>,
  person: Pick<Permitted, 'userId' | 'clientId'>,
  projects: readonly { readonly clientId: string; readonly appointedIds: readonly string[] }[],
): boolean {
  if (actor.clientId !== null && person.clientId === actor.clientId) return true
  return projects.some(
    ({ clientId, appointedIds }) =>
      appointedIds.includes(person.userId) &&
      (person.clientId === null || person.clientId === clientId) &&
      (actor.clientId === clientId || appointedIds.includes(actor.userId)),
  )
}

const coversAmount = (max: Money, amount: Money): boolean =>
  max.currency === amount.currency && amount.minor <= max.minor
