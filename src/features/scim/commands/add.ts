/** A person whom the directory adds: invited, or brought back when it had removed them before. */
import { lockCompany } from '#features/companies/store.ts'
import { activateMember, type Invite } from '#features/people/commands.ts'
import { lockMember } from '#features/people/store.ts'
import { inviteWithRole, linkAndRecord } from '#features/scim/commands/link.ts'
import { orThrow } from '#features/scim/commands/refusals.ts'
import { ScimError } from '#features/scim/rules/scim-error.ts'
import { mayBringBack, mayProvision, provisionedRoles } from '#features/scim/rules.ts'
import { findRemovedMember, wasLetGo } from '#features/scim/store.ts'
import { type DirectoryPerson, findAlike, findPerson } from '#features/scim/views/people.ts'
import type { Newcomer } from '#features/scim/wire/newcomer.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Adds a person, and answers with them. @throws ScimError. */
export async function addPerson(
  tx: TenantTx,
  actor: Actor,
  newcomer: Newcomer,
  invite: Invite,
): Promise<DirectoryPerson> {
  const { email, externalId } = newcomer
  orThrow(mayProvision(actor), email)
  if (!newcomer.active) orThrow(refuse('inactive_newcomer'), email)
  await lockCompany(tx)
  await mustBeNew(tx, newcomer)
  const removed = await findRemovedMember(tx, email)
  const id = removed === null ? await inviteAndLink(tx, actor, newcomer, invite) : newId(tx.now.getTime())
  if (removed !== null) await bringBack(tx, actor, removed, email)
  if (removed !== null) {
    const person = { id, userId: removed, invitationId: null, externalId, isMember: true }
    await linkAndRecord(tx, actor, person, { isLetGo: false })
  }
  const added = await findPerson(tx, id)
  if (!added) throw new Error('a person who was just added is not there')
  return added
}

async function mustBeNew(tx: TenantTx, { email, externalId }: Newcomer): Promise<void> {
  const alike = await findAlike(tx, { email, externalId })
  if (!alike) return
  const detail =
    alike.email === email ? 'Ya hay una persona con ese userName.' : 'Otra persona tiene ya ese externalId.'
  throw new ScimError(409, 'uniqueness', detail, email)
}

async function inviteAndLink(
  tx: TenantTx,
  actor: Actor,
  newcomer: Newcomer,
  invite: Invite,
): Promise<string> {
  const role = newcomer.role ?? provisionedRoles[0]
  const invited = await inviteWithRole(tx, actor, { ...newcomer, role }, invite)
  const id = invited.invitationId
  await linkAndRecord(tx, actor, { ...invited, id, externalId: newcomer.externalId, isMember: false })
  return id
}

/** Activates a member whom the directory had removed; they keep the role that they had. */
async function bringBack(tx: TenantTx, actor: Actor, userId: string, email: string): Promise<void> {
  const member = await lockMember(tx, userId)
  if (member) orThrow(mayBringBack(member.role, await wasLetGo(tx, userId)), email)
  orThrow(await activateMember(tx, actor, userId), email)
}
