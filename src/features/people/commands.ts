/** People of the company: invited, added, deactivated and activated by whoever manages them. */
import { mayCreate } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { linkCompany, lockAccount } from '#features/identity/store/accounts.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { deleteSessionsIn } from '#features/identity/store/sessions.ts'
import { companyWithRoomForInvitation, inviteToCompany } from '#features/people/commands/invitations.ts'
import { personFact } from '#features/people/facts.ts'
import {
  type Member,
  manages,
  mayAdminister,
  mayBeDeactivated,
  mayGrantRole,
  mayInviteAgain,
  type PersonRefusal,
  personAbilities,
  roleAffiliation,
} from '#features/people/rules.ts'
import {
  countActiveAdmins,
  countActiveMembers,
  countInvitations,
  countPendingApprovals,
  insertMember,
  isKnownAffiliation,
  lockMember,
  type NewMember,
  saveActive,
} from '#features/people/store.ts'
import type { NewPerson } from '#features/people/wire.ts'
import { revokeTokens } from '#features/tokens/commands.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

export type { Invite }

type Refused = Refusal<PersonRefusal>

/** Invites an address into this company: its owner becomes a member when they accept. */
export async function invitePerson(
  tx: TenantTx,
  actor: Actor,
  person: NewPerson,
  invite: Invite,
): Promise<{ invitationId: string } | Refused> {
  const may = mayGrantRole(actor, person.role)
  if (may !== true) return may
  const { clientId = null, providerId = null } = person
  // A client's main account must not learn of other clients: they are answered as unknown ones.
  if (!manages(actor, { role: person.role, clientId })) throw unknownAffiliation(person.role)
  const company = await companyWithRoomForInvitation(tx)
  if (isRefusal(company)) return company
  if (!(await isKnownAffiliation(tx, { clientId, providerId }))) throw unknownAffiliation(person.role)
  // A client must not learn who else belongs to the company.
  const seesMember = (member: Member) => manages(actor, member)
  return inviteToCompany(
    tx,
    actor,
    { ...person, clientId, providerId },
    {
      companyName: company.name,
      invite,
      seesMember,
    },
  )
}

/** Sends the invitation again to a member who has not chosen a password yet. */
export async function inviteMemberAgain(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  invite: Invite,
): Promise<{ userId: string } | Refused> {
  const admits = mayAdminister(actor)
  if (admits !== true) return admits
  const company = await lockCompany(tx)
  const found = await lockMember(tx, userId)
  if (!found || !manages(actor, found)) return refuse('not_found')
  // The account is locked and the member read again: the person may be choosing a password at this moment.
  await lockAccount(tx, userId)
  const member = await lockMember(tx, userId)
  if (!member) return refuse('not_found')
  const may = personAbilities(actor, member, await countActiveAdmins(tx)).invite
  if (may !== true) return may
  const { email, name } = member
  const again = mayInviteAgain(await countInvitations(tx, email))
  if (again !== true) return again
  await invite(tx, { userId, needsPassword: true, email, name, by: actor.name, to: company.name }, tx.now)
  await record(tx, actor, personFact('person.invited_again', userId, {}))
  return { userId }
}

/** Adds an account to the company as a member: for the platform and the demo. */
export async function addMember(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  member: NewMember & { readonly role: Role },
): Promise<void> {
  const { userId, role, clientId, providerId } = member
  if (!(await insertMember(tx, member))) throw unknownAffiliation(role)
  await linkCompany(tx, userId, tx.companyId)
  await record(tx, actor, personFact('person.added', userId, { after: { role, clientId, providerId } }))
}

/**
 * Deactivates a member, and ends their sessions in this company at once; their other companies are not touched. The
 * caller, `offboarding`, has locked the company and ended the person's duties.
 */
export async function deactivateMember(tx: TenantTx, actor: Actor, userId: string): Promise<true | Refused> {
  const member = await lockMember(tx, userId)
  if (!member || !manages(actor, member)) return refuse('not_found')
  const may = firstRefusal(
    personAbilities(actor, member, await countActiveAdmins(tx)).deactivate,
    mayBeDeactivated(await countPendingApprovals(tx, userId)),
  )
  if (may !== true) return may
  if (member.active) await saveAndRecordActive(tx, actor, member.userId, false)
  await deleteSessionsIn(tx, userId, tx.companyId)
  await revokeTokens(tx, actor, userId)
  return true
}

export async function activateMember(
  tx: TenantTx,
  actor: Actor,
  userId: string,
): Promise<{ userId: string; active: boolean } | Refused> {
  const admits = mayAdminister(actor)
  if (admits !== true) return admits
  const company = await lockCompany(tx)
  const member = await lockMember(tx, userId)
  if (!member || !manages(actor, member)) return refuse('not_found')
  const may = personAbilities(actor, member, await countActiveAdmins(tx)).activate
  if (may !== true) return may
  if (member.active) return { userId, active: true }
  const room = mayCreate(company, 'users', await countActiveMembers(tx))
  if (room !== true) return room
  await saveAndRecordActive(tx, actor, member.userId, true)
  return { userId, active: true }
}

/** Ends the sessions of a member in this company at once: they may sign in again, and their API tokens stay. */
export async function endMemberSessions(
  tx: TenantTx,
  actor: Actor,
  userId: string,
): Promise<{ userId: string; sessions: number } | Refused> {
  const admits = mayAdminister(actor)
  if (admits !== true) return admits
  const member = await lockMember(tx, userId)
  if (!member || !manages(actor, member)) return refuse('not_found')
  const may = personAbilities(actor, member, await countActiveAdmins(tx)).endSessions
  if (may !== true) return may
  const sessions = await deleteSessionsIn(tx, userId, tx.companyId)
  if (sessions > 0)
    await record(tx, actor, personFact('person.sessions_ended', userId, { after: { sessions } }))
  return { userId, sessions }
}

/** Saves that a member is active, or no longer, with its fact. */
async function saveAndRecordActive(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  active: boolean,
): Promise<void> {
  await saveActive(tx, userId, active)
  await record(
    tx,
    actor,
    personFact(active ? 'person.activated' : 'person.deactivated', userId, {
      before: { active: !active },
      after: { active },
    }),
  )
}

/** The error of a client or provider that is not the company's, with the field of the form that it stands in. */
function unknownAffiliation(role: Role): Error {
  const [pointer, message] =
    roleAffiliation(role) === 'provider'
      ? ['/providerId', 'El proveedor no existe']
      : ['/clientId', 'El cliente no existe']
  return commonProblem('invalid', { issues: [{ pointer, code: 'not_found', message }] })
}
