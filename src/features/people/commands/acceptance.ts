/** Answers to an invitation, by the person who was invited. */
import { mayCreate } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { type Identity, mayTryCode } from '#features/identity/commands/identity.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { lockInvitee, settleAccount } from '#features/identity/store/admission.ts'
import {
  deleteInviteLinks,
  digestCode,
  findLink,
  type InvitationOf,
  takeLink,
} from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { personFact } from '#features/people/facts.ts'
import {
  type Acceptance,
  type Invitation,
  type InvitationRefusal,
  mayAccept,
} from '#features/people/rules/invitations.ts'
import { companyOfInvitation, lockInvitation, saveOutcome } from '#features/people/store/invitations.ts'
import { countActiveMembers, insertMember, lockMember } from '#features/people/store.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<InvitationRefusal>
/** The company that a person has joined. */
export type Joined = { readonly companyId: string; readonly companyName: string }

/** Accepts an invitation: the account's owner becomes a member of the transaction's company. */
export async function acceptInCompany(
  tx: TenantTx,
  id: string,
  acceptance: Acceptance,
): Promise<Joined | Refused> {
  const company = await lockCompany(tx)
  const invitation = await lockInvitation(tx, id)
  if (!invitation) return refuse('invitation_ended')
  const { userId, role, clientId, providerId } = invitation
  const invitee = await lockInvitee(tx, userId)
  if (!invitee) return refuse('not_found')
  const may = mayAccept(invitation, invitee, acceptance, tx.now)
  if (may !== true) return may
  const joined = { companyId: tx.companyId, companyName: company.name }
  if (await lockMember(tx, userId)) {
    await saveOutcome(tx, id, 'accepted')
    return joined
  }
  const hasRoom = mayCreate(company, 'users', await countActiveMembers(tx))
  if (hasRoom !== true) return hasRoom
  if (!invitee.hasCompany) await settleAccount(tx, invitee, invitation, tx.now)
  if (!(await insertMember(tx, { userId, clientId, providerId })))
    throw new Error('the client or provider of the invitation is not of the company')
  await linkCompany(tx, userId, tx.companyId)
  await saveOutcome(tx, id, 'accepted')
  const after = { role, clientId, providerId, invitationId: id }
  await record(tx, { userId }, personFact('person.added', userId, { after }))
  return joined
}

/** Accepts by the link in the mail, while the person chooses a first password. A refused acceptance leaves the invitation open. */
export const acceptByChoosing =
  (db: Db) =>
  async ({ companyId, id }: InvitationOf): Promise<void> => {
    await asSystem(db, companyId, tx => acceptInCompany(tx, id, 'choosing'))
  }

/**
 * Accepts by the link in the mail, with the account's existing password. Tries of codes are counted by network address; the
 * code is spent only by an acceptance.
 */
export async function acceptByCode(
  { db, limits }: Pick<Identity, 'db' | 'limits'>,
  code: string,
  from: Origin,
): Promise<Joined | Refused | Refusal<'too_many_tries'>> {
  if ((await mayTryCode({ limits }, from)) !== true) return refuse('too_many_tries')
  const digest = digestCode(code)
  const link = await findLink(outsideAnyTransaction(db), digest)
  if (link?.purpose !== 'invitation' || link.invitation === null) return refuse('invitation_ended')
  if (link.expiresAt <= clock.now().toISOString()) return refuse('invitation_expired')
  const { companyId, id } = link.invitation
  return asSystem(db, companyId, async tx => {
    const joined = await acceptInCompany(tx, id, 'link')
    if (!isRefusal(joined)) await takeLink(tx, digest)
    return joined
  })
}

/** Accepts an own invitation, for a signed-in person. */
export async function acceptOwn(
  db: Db,
  { userId, boundTo }: Pick<Self, 'userId' | 'boundTo'>,
  id: string,
): Promise<Joined | Refused> {
  return withOwnInvitation(db, userId, id, async (tx, { id: invitationId }) => {
    // The word of a company opens no other.
    if (boundTo !== null && boundTo !== tx.companyId) return refuse('session_of_company')
    const joined = await acceptInCompany(tx, invitationId, 'session')
    if (!isRefusal(joined)) await deleteInviteLinks(tx, userId, invitationId)
    return joined
  })
}

export async function refuseOwn(db: Db, userId: string, id: string): Promise<{ id: string } | Refused> {
  return withOwnInvitation(db, userId, id, async tx => {
    await saveOutcome(tx, id, 'refused')
    await deleteInviteLinks(tx, userId, id)
    await record(tx, { userId }, personFact('person.invitation_refused', id, {}))
    return { id }
  })
}

/** Runs work on a person's own invitation, in its company. Another person's invitation is answered as unknown. */
async function withOwnInvitation<T>(
  db: Db,
  userId: string,
  id: string,
  work: (tx: TenantTx, invitation: Invitation) => Promise<T | Refused>,
): Promise<T | Refused> {
  const companyId = await readAsPerson(db, userId, tx => companyOfInvitation(tx, id))
  if (companyId === null) return refuse('not_found')
  return asSystem<T | Refused>(db, companyId, async tx => {
    await lockCompany(tx)
    const invitation = await lockInvitation(tx, id)
    return invitation?.userId === userId ? work(tx, invitation) : refuse('not_found')
  })
}
