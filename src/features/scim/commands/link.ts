/** Link between a person and the directory that keeps them, and invitations in the directory's name. */
import { verifiedDomains } from '#features/company-sign-in/store/domains.ts'
import { type Invite, invitePerson } from '#features/people/commands.ts'
import { mayInviteAgain } from '#features/people/rules.ts'
import { lockInvitation } from '#features/people/store/invitations.ts'
import { countInvitations } from '#features/people/store.ts'
import { orThrow } from '#features/scim/commands/refusals.ts'
import { directoryFact } from '#features/scim/facts.ts'
import { isOfDomain, mayGive, provisionedRoles } from '#features/scim/rules.ts'
import { hasRefused, type KeptPerson, saveKept } from '#features/scim/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type { Invite }

/** Keeps what the directory says of a person, with its fact. */
export async function linkAndRecord(
  tx: TenantTx,
  actor: Actor,
  person: KeptPerson & { readonly isMember: boolean; readonly invitationId: string | null },
  happened: { readonly isLetGo?: boolean } = {},
): Promise<void> {
  await saveKept(tx, person, happened)
  const after = { scimId: person.id }
  const fact = person.isMember
    ? directoryFact('directory.person_linked', person.userId, { after })
    : directoryFact('directory.invitation_linked', person.invitationId ?? person.id, { after })
  await record(tx, actor, fact)
}

type Invited = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly role: string
}

/** Invites somebody with a role that a directory may give. @throws ScimError. */
export async function inviteWithRole(
  tx: TenantTx,
  actor: Actor,
  { email, name, lastName, role: asked }: Invited,
  invite: Invite,
): Promise<{ readonly invitationId: string; readonly userId: string }> {
  const role = provisionedRoles.find(each => each === asked)
  if (role === undefined) {
    orThrow(refuse('role_not_given'), email)
    throw new Error('a role that is not given was not refused')
  }
  const isOfCompany = isOfDomain(email, await verifiedDomains(tx, tx.companyId))
  orThrow(mayGive(role, isOfCompany), email)
  if (await hasRefused(tx, email)) orThrow(refuse('invitation_refused'), email)
  orThrow(mayInviteAgain(await countInvitations(tx, email)), email)
  const { invitationId } = orThrow(
    await invitePerson(tx, actor, { email, name, lastName, role }, invite),
    email,
  )
  const invitation = await lockInvitation(tx, invitationId)
  if (!invitation) throw new Error('an invitation that was just made is not there')
  return { invitationId, userId: invitation.userId }
}
