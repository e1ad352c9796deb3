/**
 * Invitations: nobody becomes a member without consent. A manager of people invites an address, and gets one answer
 * whether or not it has an account; the membership begins when the account's owner accepts, and until then the account
 * does not change.
 */
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type InvitationRefusal =
  | 'forbidden'
  | 'not_found'
  | 'invitation_ended'
  | 'invitation_expired'
  | 'already_invited'
  | 'too_many_invitations'
  | 'another_role'
  | 'own_password_first'
  | 'own_account_first'
  | 'session_of_company'
  | 'account_off'
  | 'company_suspended'
  | 'plan_limit'
  | 'too_many_tries'

export const invitationMs = 7 * 24 * 3_600_000

export type Invitation = {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly role: Role
  readonly clientId: string | null
  readonly providerId: string | null
  readonly expiresAt: string
  /** True when the inviter chose the first password; the invitee then needs none of their own to accept. */
  readonly givesPassword: boolean
}

/** Account of the invited address. */
type Invitee = {
  readonly role: Role
  readonly active: boolean
  /** True for an account that only asked to be let in and is not active yet. */
  readonly isRegistration: boolean
  readonly hasOwnPassword: boolean
  /** True when the person belongs to a company that is not a sample. */
  readonly hasCompany: boolean
}

/**
 * The way of accepting: by the link with a first password (`choosing`), by the link with an existing one, signed in, or
 * signing in with the company that invites (`company`), whose provider shows that the address is the person's.
 */
export type Acceptance = 'choosing' | 'link' | 'session' | 'company'

/**
 * Permission to accept an invitation. A person has one role in all companies, so a member elsewhere accepts only that
 * role. A password that somebody else chose opens only the company of the inviter who chose it.
 */
export function mayAccept(
  { role, expiresAt, givesPassword }: Pick<Invitation, 'role' | 'expiresAt' | 'givesPassword'>,
  invitee: Invitee,
  acceptance: Acceptance,
  now: Date,
): true | Refusal<InvitationRefusal> {
  if (now.toISOString() >= expiresAt) return refuse('invitation_expired')
  if (!invitee.active && !invitee.isRegistration) return refuse('account_off')
  // Whoever has an account of their own joins with that account's password, not by the company's word.
  if (acceptance === 'company' && invitee.hasOwnPassword) return refuse('own_account_first')
  const isProven = acceptance === 'choosing' || acceptance === 'company'
  if (!isProven && !invitee.hasOwnPassword && !givesPassword) return refuse('own_password_first')
  const isFree = !invitee.hasCompany && invitee.role !== 'admin_saas'
  return isFree || invitee.role === role ? true : refuse('another_role', { has: invitee.role, asked: role })
}
