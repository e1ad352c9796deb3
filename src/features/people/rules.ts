/**
 * People: the members of a company. Its administrators invite, deactivate and activate them, and never grant a role
 * that only the platform grants; the company always keeps an active administrator. A client's main account manages
 * that client's users, and sees nobody else.
 */
import { mayLetIn } from '#features/companies/rules.ts'
import { type Actor, type Role, readsWholeCompany } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Roles that a company's administrator may grant, in the own company. */
export const grantableRoles = ['client_user', 'provider_user', 'provider', 'approver', 'auditor'] as const
export type GrantableRole = (typeof grantableRoles)[number]

export type PersonRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'sample_company'
  | 'plan_limit'
  | 'email_taken'
  | 'already_member'
  | 'already_invited'
  | 'has_come_in'
  | 'too_many_invitations'
  | 'last_admin'
  | 'own_account'
  | 'own_sessions'
  | 'open_seats'
  | WithdrawalRefusal

export type WithdrawalRefusal = 'forbidden' | 'no_given_address' | 'address_of_admin' | 'works_elsewhere'

export type Member = {
  readonly userId: string
  readonly role: Role
  /** The client organisation to which the member belongs. */
  readonly clientId: string | null
  readonly active: boolean
  /** True for an invited person who has not chosen a password yet. */
  readonly isInvited: boolean
}

/** The kind of organisation to which a role belongs; null for roles of the company itself. */
export function roleAffiliation(role: Role): 'client' | 'provider' | null {
  if (role === 'client' || role === 'client_user') return 'client'
  return role === 'provider' || role === 'provider_user' ? 'provider' : null
}

/** The people whom an actor manages: an administrator the company's, a client's main account that client's users. */
export type ManagedScope =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'nobody' }

export function managedScope(actor: Pick<Actor, 'role' | 'clientId'>): ManagedScope {
  if (actor.role === 'admin') return { kind: 'company' }
  const isClient = actor.role === 'client' && actor.clientId !== null
  return isClient ? { kind: 'client', clientId: actor.clientId ?? '' } : { kind: 'nobody' }
}

/** Permission to see the company's people, or a client's: for actors who manage some, and for auditors. */
export const maySeePeople = (actor: Actor): true | Refusal<PersonRefusal> =>
  readsWholeCompany(actor.role) ? true : mayAdminister(actor)

/** Permission to manage people: for actors who manage some. */
export function mayAdminister(actor: Actor): true | Refusal<PersonRefusal> {
  return managedScope(actor).kind === 'nobody' ? refuse('forbidden') : true
}

/** True when the actor sees a member or an invited person. Anybody else is answered as unknown. */
export const seesPerson = (
  actor: Pick<Actor, 'role' | 'clientId'>,
  person: Pick<Member, 'role' | 'clientId'>,
): boolean => readsWholeCompany(actor.role) || manages(actor, person)

/** True when the actor manages a member or an invited person. Anybody else is answered as unknown. */
export function manages(
  actor: Pick<Actor, 'role' | 'clientId'>,
  person: Pick<Member, 'role' | 'clientId'>,
): boolean {
  const managed = managedScope(actor)
  if (managed.kind !== 'client') return managed.kind === 'company'
  return person.role === 'client_user' && person.clientId === managed.clientId
}

/** Permission to add people to the company: for actors who manage some, while the company lets anybody in. */
export function mayAdd(actor: Actor): true | Refusal<PersonRefusal> {
  const may = mayAdminister(actor)
  if (may !== true) return may
  return mayLetIn(actor)
}

/** Permission to grant a role: a client's main account grants `client_user` alone, an administrator any grantable role. */
export function mayGrantRole(actor: Actor, role: GrantableRole): true | Refusal<PersonRefusal> {
  const may = mayAdd(actor)
  if (may !== true) return may
  return managedScope(actor).kind === 'client' && role !== 'client_user' ? refuse('forbidden') : true
}

/** Permission to deactivate a person by their number of open seats: each must be reassigned first. */
export function mayBeDeactivated(openSeats: number): true | Refusal<PersonRefusal> {
  return openSeats === 0 ? true : refuse('open_seats', { count: openSeats })
}

/** Permission to mail another invitation to an address: at most five an hour, so that nobody's mailbox is flooded. */
export function mayInviteAgain(lastHour: number): true | Refusal<PersonRefusal> {
  return lastHour < 5 ? true : refuse('too_many_invitations')
}

export type PersonVerb = 'deactivate' | 'activate' | 'invite' | 'endSessions'

/**
 * Abilities over a member. Nobody deactivates themselves, nor the company's last active administrator; the own sessions
 * are ended in the profile.
 */
export function personAbilities(
  actor: Actor,
  member: Member,
  activeAdmins: number,
): Abilities<PersonVerb, PersonRefusal> {
  const may = mayAdminister(actor)
  if (may !== true) return { deactivate: may, activate: may, invite: may, endSessions: may }
  if (!manages(actor, member)) {
    const absent = refuse('not_found')
    return { deactivate: absent, activate: absent, invite: absent, endSessions: absent }
  }
  const isLastAdmin = member.role === 'admin' && member.active && activeAdmins <= 1
  return {
    activate: mayAdd(actor),
    invite: firstRefusal<PersonRefusal>(
      member.isInvited && member.active ? true : refuse('has_come_in'),
      actor.isSample ? refuse('sample_company') : true,
    ),
    deactivate: isLastAdmin
      ? refuse('last_admin')
      : member.userId === actor.userId
        ? refuse('own_account')
        : true,
    endSessions: member.userId === actor.userId ? refuse('own_sessions') : true,
  }
}

/** A person with their pending address, if there is one. */
export type Addressed = Pick<Member, 'role'> & {
  /** User id of the person who gave the address; null without a pending address. */
  readonly setBy: string | null
  /** Number of companies to which the person belongs or has belonged. */
  readonly companies: number
}

/**
 * Permission to withdraw a pending address: for the person who gave it, and for any administrator who might have given
 * it, that is, not an administrator's address, nor that of a person of several companies.
 */
export function mayWithdrawAddress(
  actor: Pick<Actor, 'userId' | 'role'>,
  { role, setBy, companies }: Addressed,
): true | Refusal<WithdrawalRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  if (setBy === null) return refuse('no_given_address')
  if (setBy === actor.userId) return true
  if (role === 'admin') return refuse('address_of_admin')
  return companies > 1 ? refuse('works_elsewhere') : true
}
