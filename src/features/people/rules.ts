/**
 * People are the members of a company. Its administrators bring them in, switch them off and on again, and
 * never grant what only the platform grants; the company always keeps somebody who can administer it. A client's
 * main account does the same with that client's users, and to it nobody else exists.
 */
import type { Actor, Role } from '#kernel/actor.ts'
import { type Abilities, type Refusal, refuse } from '#kernel/refusal.ts'

/** Roles that a company's administrator may give, in the own company. */
export const grantableRoles = ['client_user', 'provider_user', 'provider', 'approver'] as const
export type GrantableRole = (typeof grantableRoles)[number]

export type PersonRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'plan_limit'
  | 'email_taken'
  | 'already_member'
  | 'already_invited'
  | 'has_come_in'
  | 'too_many_invitations'
  | 'last_admin'
  | 'own_account'
  | 'open_seats'
  | WithdrawalRefusal

export type WithdrawalRefusal = 'forbidden' | 'no_given_address' | 'address_of_admin' | 'works_elsewhere'

export type Member = {
  readonly userId: string
  readonly role: Role
  /** The client organisation they belong to. */
  readonly clientId: string | null
  readonly active: boolean
  /** Has been invited and has not chosen a password yet. */
  readonly isInvited: boolean
}

/** What the person must belong to: a client's user to a client, a provider's to a provider. */
export function affiliationOf(role: Role): 'client' | 'provider' | null {
  if (role === 'client' || role === 'client_user') return 'client'
  return role === 'provider' || role === 'provider_user' ? 'provider' : null
}

/** The people whom somebody manages: an administrator the company's, a client's main account its users. */
export type ManagedScope =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'nobody' }

export function managedScope(actor: Pick<Actor, 'role' | 'clientId'>): ManagedScope {
  if (actor.role === 'admin') return { kind: 'company' }
  const isClient = actor.role === 'client' && actor.clientId !== null
  return isClient ? { kind: 'client', clientId: actor.clientId ?? '' } : { kind: 'nobody' }
}

/** Seeing and bringing in people is for whoever manages some. */
export function mayAdminister(actor: Actor): true | Refusal<PersonRefusal> {
  return managedScope(actor).kind === 'nobody' ? refuse('forbidden') : true
}

/** Permission to manage a person, or an invited one; whom somebody does not manage does not exist for them. */
export function manages(
  actor: Pick<Actor, 'role' | 'clientId'>,
  person: Pick<Member, 'role' | 'clientId'>,
): boolean {
  const managed = managedScope(actor)
  if (managed.kind !== 'client') return managed.kind === 'company'
  return person.role === 'client_user' && person.clientId === managed.clientId
}

export function mayAdd(actor: Actor): true | Refusal<PersonRefusal> {
  const may = mayAdminister(actor)
  if (may !== true) return may
  return actor.companySuspended ? refuse('company_suspended') : true
}

/** A client's main account gives one role; an administrator any that a company gives. */
export function mayGive(actor: Actor, role: GrantableRole): true | Refusal<PersonRefusal> {
  const may = mayAdd(actor)
  if (may !== true) return may
  return managedScope(actor).kind === 'client' && role !== 'client_user' ? refuse('forbidden') : true
}

/** Nobody goes while orders wait for their approval: somebody else must take their place first. */
export function mayLeave(openSeats: number): true | Refusal<PersonRefusal> {
  return openSeats === 0 ? true : refuse('open_seats', { count: openSeats })
}

/** Nobody’s mailbox is filled with invitations: five an hour to one address. */
export function mayInviteAgain(lastHour: number): true | Refusal<PersonRefusal> {
  return lastHour < 5 ? true : refuse('too_many_invitations')
}

export type PersonVerb = 'deactivate' | 'activate' | 'invite'

/** Nobody switches off themselves, nor the last person who can administer the company. */
export function abilities(
  actor: Actor,
  member: Member,
  activeAdmins: number,
): Abilities<PersonVerb, PersonRefusal> {
  const may = mayAdminister(actor)
  if (may !== true) return { deactivate: may, activate: may, invite: may }
  if (!manages(actor, member)) {
    const absent = refuse('not_found')
    return { deactivate: absent, activate: absent, invite: absent }
  }
  const isLastAdmin = member.role === 'admin' && member.active && activeAdmins <= 1
  return {
    activate: mayAdd(actor),
    invite: member.isInvited && member.active ? true : refuse('has_come_in'),
    deactivate: isLastAdmin
      ? refuse('last_admin')
      : member.userId === actor.userId
        ? refuse('own_account')
        : true,
  }
}

/** Somebody to whom an address was given, or nobody gave one. */
export type Addressed = Pick<Member, 'role'> & {
  /** Null: no address waits. */
  readonly givenBy: string | null
  /** Companies that they belong to, or once did. */
  readonly companies: number
}

/**
 * Whoever has given a person an address takes it back, and any administrator who might have given it: not to another
 * administrator, nor to somebody of other companies too.
 */
export function mayWithdrawAddress(
  actor: Pick<Actor, 'userId' | 'role'>,
  { role, givenBy, companies }: Addressed,
): true | Refusal<WithdrawalRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  if (givenBy === null) return refuse('no_given_address')
  if (givenBy === actor.userId) return true
  if (role === 'admin') return refuse('address_of_admin')
  return companies > 1 ? refuse('works_elsewhere') : true
}
