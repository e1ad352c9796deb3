/**
 * People are the members of a company. Its administrators bring them in, switch them off and on again, and
 * never grant what only the platform grants; the company always keeps somebody who can administer it.
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
  | 'has_come_in'
  | 'too_many_invitations'
  | 'last_admin'
  | 'own_account'

export type Member = {
  readonly userId: string
  readonly role: Role
  readonly active: boolean
  /** Has been invited and has not chosen a password yet. */
  readonly isInvited: boolean
}

/** What the person must belong to: a client's user to a client, a provider's to a provider. */
export function affiliationOf(role: Role): 'client' | 'provider' | null {
  if (role === 'client' || role === 'client_user') return 'client'
  return role === 'provider' || role === 'provider_user' ? 'provider' : null
}

/** Seeing and bringing in the people of the company is its administrators'. */
export function mayAdminister(actor: Actor): true | Refusal<PersonRefusal> {
  return actor.role === 'admin' ? true : refuse('forbidden')
}

export function mayAdd(actor: Actor): true | Refusal<PersonRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
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
