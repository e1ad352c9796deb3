/**
 * Nobody is pulled into a company. Whoever keeps people invites an address, and hears the same whether it has an
 * account or not; the membership begins when the account's owner accepts, and until then nothing of it changes.
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
  readonly givesPassword: boolean
}

type Invitee = {
  readonly role: Role
  readonly active: boolean
  readonly isRegistration: boolean
  readonly hasOwnPassword: boolean
  readonly hasCompany: boolean
}

/** How the owner accepts: choosing a first password by the link, by the link with the password they have, signed in. */
export type Acceptance = 'choosing' | 'link' | 'session'

/**
 * One role everywhere: who works elsewhere accepts only what they are there. And a password that somebody else
 * knows leads into no company but that of whoever chose it.
 */
export function mayAccept(
  { role, expiresAt, givesPassword }: Pick<Invitation, 'role' | 'expiresAt' | 'givesPassword'>,
  invitee: Invitee,
  way: Acceptance,
  now: Date,
): true | Refusal<InvitationRefusal> {
  if (now.toISOString() >= expiresAt) return refuse('invitation_expired')
  if (!invitee.active && !invitee.isRegistration) return refuse('account_off')
  if (way !== 'choosing' && !invitee.hasOwnPassword && !givesPassword) return refuse('own_password_first')
  const isFree = !invitee.hasCompany && invitee.role !== 'admin_saas'
  return isFree || invitee.role === role ? true : refuse('another_role', { has: invitee.role, asked: role })
}
