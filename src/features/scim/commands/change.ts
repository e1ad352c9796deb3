/** Changes of one person by the directory: activity, the name that it gives them, and their removal. */
import { lockCompany } from '#features/companies/store.ts'
import { verifiedDomains } from '#features/company-sign-in/store/domains.ts'
import { deactivatePerson } from '#features/offboarding/commands/deactivate.ts'
import { resendInvitation, revokeInvitation } from '#features/people/commands/invitations.ts'
import { activateMember, type Invite } from '#features/people/commands.ts'
import { inviteWithRole, linkAndRecord } from '#features/scim/commands/link.ts'
import { orThrow } from '#features/scim/commands/refusals.ts'
import { currentVersion } from '#features/scim/commands/resource.ts'
import { directoryFact } from '#features/scim/facts.ts'
import type { Change } from '#features/scim/rules/patch.ts'
import { ScimError, unknownPerson } from '#features/scim/rules/scim-error.ts'
import { isOfDomain, mayBringBack, mayGive, mayProvision } from '#features/scim/rules.ts'
import { hasAppointments, openInvitationsTo, saveKept, wasLetGo } from '#features/scim/store.ts'
import { type DirectoryPerson, findAlike, findPerson } from '#features/scim/views/people.ts'
import type { Actor } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Whom a change is about, and the versions on which it may be based: null for any. */
export type Target = { readonly id: string; readonly versions: readonly string[] | null }

/** Changes a person, and answers with them as they are then. @throws ScimError. */
export async function changePerson(
  tx: TenantTx,
  actor: Actor,
  target: Target,
  change: Change,
  invite: Invite,
): Promise<DirectoryPerson> {
  const person = await lockTarget(tx, actor, target)
  const linked = await linkUnder(tx, actor, person, change)
  if (change.active !== undefined && change.active !== person.isActiveHere)
    await (change.active ? bringBack(tx, actor, linked, invite) : letGo(tx, actor, linked))
  const changed = await findPerson(tx, person.id)
  if (!changed) throw new Error('a person who was just changed is not there')
  return changed
}

/** Removes a person: they are let out, and the directory knows them no longer. @throws ScimError. */
export async function removePerson(tx: TenantTx, actor: Actor, target: Target): Promise<void> {
  const person = await lockTarget(tx, actor, target)
  await letGo(tx, actor, person)
  await saveKept(tx, { ...person, externalId: null }, { isRemoved: true })
  const before = { scimId: person.id }
  const fact = person.isMember
    ? directoryFact('directory.person_removed', person.userId, { before })
    : directoryFact('directory.invitation_removed', person.invitationId ?? person.id, { before })
  await record(tx, actor, fact)
}

/** The person, while nobody else changes the company's people. */
async function lockTarget(tx: TenantTx, actor: Actor, { id, versions }: Target): Promise<DirectoryPerson> {
  orThrow(mayProvision(actor), null)
  if (!isUuid(id.toLowerCase())) throw unknownPerson()
  await lockCompany(tx)
  const person = await findPerson(tx, id.toLowerCase())
  if (!person) throw unknownPerson()
  if (versions !== null && !versions.includes(currentVersion(person)))
    throw new ScimError(412, null, 'La persona ha cambiado desde que se leyó.')
  return person
}

/** The person under the name that the directory gives them. Whoever leaves does so also when another one has that name. */
async function linkUnder(
  tx: TenantTx,
  actor: Actor,
  person: DirectoryPerson,
  { externalId, active }: Change,
): Promise<DirectoryPerson> {
  if (externalId === undefined || externalId === person.externalId) return person
  const other = externalId === null ? null : await findAlike(tx, { email: null, externalId })
  if (other && other.id !== person.id) {
    if (active === false) return person
    throw new ScimError(409, 'uniqueness', 'Otra persona tiene ya ese externalId.', person.email)
  }
  const linked = { ...person, externalId }
  await linkAndRecord(tx, actor, linked)
  return linked
}

/** Lets a person out: a member is deactivated, their open invitations are taken back, whatever address each went to. */
async function letGo(tx: TenantTx, actor: Actor, person: DirectoryPerson): Promise<void> {
  const { userId, isMember, invitationId, outcome, email } = person
  if (isMember) {
    if (!person.isActiveHere) return
    orThrow(await deactivatePerson(tx, actor, userId), email)
    await saveKept(tx, person, { isLetGo: true })
    return
  }
  if (invitationId === null || outcome !== null) return
  for (const id of await openInvitationsTo(tx, userId)) orThrow(await revokeInvitation(tx, actor, id), email)
  await linkAndRecord(tx, actor, person)
}

/** Lets a person in again: a member is activated, an invitation sent once more. */
async function bringBack(tx: TenantTx, actor: Actor, person: DirectoryPerson, invite: Invite): Promise<void> {
  const { userId, isMember, invitationId, outcome, email, role } = person
  if (isMember) {
    orThrow(mayBringBack(role, await wasLetGo(tx, userId)), email)
    orThrow(await activateMember(tx, actor, userId), email)
    await saveKept(tx, person, { isLetGo: false })
    return
  }
  if (outcome === 'refused') orThrow(refuse('invitation_refused'), email)
  if (outcome === null && invitationId !== null) {
    // Somebody invited them with another role, or with appointments: that is not the directory's to repeat.
    orThrow(mayGive(role, isOfDomain(email, await verifiedDomains(tx, tx.companyId))), email)
    if (await hasAppointments(tx, invitationId)) orThrow(refuse('brought_back_by_hand'), email)
    orThrow(await resendInvitation(tx, actor, invitationId, invite), email)
    await linkAndRecord(tx, actor, person)
    return
  }
  const again = await inviteWithRole(tx, actor, person, invite)
  if (again.userId !== userId)
    throw new ScimError(
      409,
      null,
      'Esa dirección es de otra cuenta ahora: borra a la persona y añádela.',
      email,
    )
  await linkAndRecord(tx, actor, { ...person, ...again })
}
