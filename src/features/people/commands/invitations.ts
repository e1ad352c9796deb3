/** Invitations sent, sent again and revoked by whoever manages people. */
import { mayCreate } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { accountToInvite, type Invite, lockInvitee } from '#features/identity/store/admission.ts'
import { deleteInviteLinks } from '#features/identity/store/links.ts'
import { personFact } from '#features/people/facts.ts'
import { type InvitationRefusal, invitationMs } from '#features/people/rules/invitations.ts'
import { type Member, manages, mayAdd, mayAdminister, mayInviteAgain } from '#features/people/rules.ts'
import {
  countOpenInvitations,
  countWaitingFor,
  findOpenInvitation,
  insertInvitation,
  lockInvitation,
  saveExpiry,
  saveOutcome,
} from '#features/people/store/invitations.ts'
import { countActiveMembers, countInvitations, lockMember } from '#features/people/store.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Invited = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly role: Role
  readonly clientId: string | null
  readonly providerId: string | null
  /** The id for a new account; generated when absent. */
  readonly accountId?: string
  /** The hash of a first password chosen by the inviter, used only for a new account. */
  readonly passwordHash?: string | null
}

type Inviter = { readonly userId: string; readonly name: string }

/** The company, locked until the transaction ends; refused when its plan has no room for one more person, open invitations counted. */
export async function companyWithRoomForInvitation(tx: TenantTx) {
  const company = await lockCompany(tx)
  const taken = (await countActiveMembers(tx)) + (await countOpenInvitations(tx))
  const may = mayCreate(company, 'users', taken)
  return may === true ? company : may
}

/**
 * Invites an address into the company of the transaction. `seesMember` is true when the inviter may learn that the
 * person is a member already; otherwise an ordinary invitation is made, which changes nothing when accepted.
 */
export async function inviteToCompany(
  tx: TenantTx,
  by: Inviter,
  invited: Invited,
  { companyName, invite, seesMember, makeOrganisation }: InviteParts,
): Promise<{ invitationId: string } | Refusal<'already_invited' | 'already_member' | 'email_taken'>> {
  const open = await findOpenInvitation(tx, invited.email)
  if (open && open.expiresAt > tx.now.toISOString()) return refuse('already_invited')
  const { email, name, lastName, role, clientId, providerId, passwordHash = null } = invited
  const id = invited.accountId ?? newId(tx.now.getTime())
  const account = await accountToInvite(tx, { id, email, name, lastName, role, passwordHash }, tx.now)
  if (account === null) throw new Error('an account that was just made is not there')
  const { userId } = account
  const known = await lockMember(tx, userId)
  if (known && seesMember(known)) return refuse('already_member')
  if (open) await saveOutcome(tx, open.id, 'revoked')
  await makeOrganisation?.()
  const invitationId = newId(tx.now.getTime())
  await insertInvitation(tx, {
    id: invitationId,
    userId,
    email,
    name,
    lastName,
    role,
    clientId,
    providerId,
    companyName,
    invitedBy: by.userId,
    invitedByName: by.name,
    givesPassword: account.isMade && passwordHash !== null,
    expiresAt: new Date(tx.now.getTime() + invitationMs).toISOString(),
  })
  const after = { email, name: `${name} ${lastName}`.trim(), role, clientId, providerId }
  await record(tx, by, personFact('person.invited', invitationId, { after }))
  const invitation = { companyId: tx.companyId, id: invitationId }
  const needsPassword = !account.hasOwnPassword
  await invite(tx, { userId, email, name, by: by.name, to: companyName, needsPassword, invitation }, tx.now)
  return { invitationId }
}

export type InviteParts = {
  readonly companyName: string
  readonly invite: Invite
  readonly seesMember: (member: Member) => boolean
  /** Creates the organisation to which the invited person will belong, after the last check that may refuse. */
  readonly makeOrganisation?: () => Promise<void>
}

type Refused = Refusal<InvitationRefusal>

/** Sends the invitation again, valid for another week; the earlier link no longer works. */
export async function resendInvitation(
  tx: TenantTx,
  actor: Actor,
  id: string,
  invite: Invite,
): Promise<{ id: string } | Refused> {
  const may = mayAdd(actor)
  if (may !== true) return refuse(may.refused === 'company_suspended' ? 'company_suspended' : 'forbidden')
  const company = await lockCompany(tx)
  const invitation = await lockInvitation(tx, id)
  if (!invitation || !manages(actor, invitation)) return refuse('not_found')
  const { userId, email, name } = invitation
  if (mayInviteAgain(await countInvitations(tx, email)) !== true) return refuse('too_many_invitations')
  const account = await lockInvitee(tx, userId)
  const needsPassword = !account?.hasOwnPassword
  await saveExpiry(tx, id, new Date(tx.now.getTime() + invitationMs).toISOString())
  await record(tx, actor, personFact('person.invitation_sent_again', id, {}))
  const invitationKey = { companyId: tx.companyId, id }
  const invitee = { userId, email, name, by: actor.name, to: company.name, needsPassword }
  const waiting = await countWaitingFor(tx, id)
  await invite(tx, { ...invitee, invitation: invitationKey, waiting }, tx.now)
  return { id }
}

export async function revokeInvitation(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<{ id: string } | Refused> {
  if (mayAdminister(actor) !== true) return refuse('forbidden')
  const invitation = await lockInvitation(tx, id)
  if (!invitation || !manages(actor, invitation)) return refuse('not_found')
  await saveOutcome(tx, id, 'revoked')
  await deleteInviteLinks(tx, invitation.userId, id)
  await record(tx, actor, personFact('person.invitation_revoked', id, {}))
  return { id }
}
