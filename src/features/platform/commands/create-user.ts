/** Creation of a user at once, without an invitation. */
import { insertClient } from '#features/clients/store.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { signUp } from '#features/identity/commands/sign-up.ts'
import { strongPassword } from '#features/identity/commands/strong-password.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import {
  createAccount,
  lockAccountByEmail,
  saveName,
  savePasswordHash,
} from '#features/identity/store/accounts.ts'
import { admitAccount, type Invite } from '#features/identity/store/admission.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { companyWithRoomForInvitation, inviteToCompany } from '#features/people/commands/invitations.ts'
import { isKnownAffiliation } from '#features/people/store.ts'
import { admitMember, companyWithinPlanLimit } from '#features/platform/commands/join-company.ts'
import { affiliationFor, creatableBy, type PlatformRefusal } from '#features/platform/rules.ts'
import { accountNameQuery } from '#features/platform/store/newcomers.ts'
import type { CreatedUser, NewUser } from '#features/platform/wire/create-user.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { asPerson } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<PlatformRefusal>
type Creator = { readonly userId: string; readonly role: Role }

export type { Identity, Invite }
/** New user with the hash of the password chosen for them. */
export type Newcomer = Omit<NewUser, 'password'> & { readonly passwordHash: string }

/** Registers somebody who has no session. */
export const registerUser = (
  identity: Identity,
  { email, password, name, lastName, role }: NewUser,
  from: Origin,
): Promise<{ id: string; email: string } | Refusal<IdentityRefusal>> =>
  signUp(identity, { email, password, data: { name, lastName, role } }, from)

/** Refuses a password that is soon guessed. */
export const checkPassword = (identity: Identity, user: NewUser): Promise<true | Refusal<IdentityRefusal>> =>
  strongPassword(identity, user.password, 'account', user)

/**
 * Creates a user by a company's administrator, in the company of the transaction, whatever company the request
 * names.
 */
export async function createInCompany(
  tx: TenantTx,
  creator: Creator,
  newcomer: Newcomer,
  invite: Invite,
): Promise<CreatedUser | Refused> {
  if (!creatableBy(creator.role).includes(newcomer.role)) return refuse('forbidden')
  const { client_id: clientId = null, provider_id: providerId = null } = newcomer
  const affiliation = affiliationFor(newcomer.role, { companyId: tx.companyId, clientId, providerId })
  if (isRefusal(affiliation)) return affiliation
  if (creator.role === 'admin')
    return inviteByAdministrator(tx, creator, { ...newcomer, ...affiliation }, invite)
  const company = await companyWithinPlanLimit(tx)
  if (isRefusal(company)) return company
  const opened = await openAccount(tx, newcomer, tx.now)
  if (isRefusal(opened)) return opened
  const { userId } = opened
  const name = `${newcomer.name} ${newcomer.lastName}`
  const joined = await admitMember(tx, creator, { ...newcomer, ...affiliation, name, userId })
  if (joined !== true) return joined
  await mailIfRegistered(tx, creator, { ...newcomer, ...opened, to: company.name }, invite, tx.now)
  return { user: { id: userId, email: newcomer.email } }
}

/**
 * Invites a person to the administrator's company; a new account gets the password that they chose. The answer
 * has the invitation's id, so that it does not reveal whether an account existed.
 */
async function inviteByAdministrator(
  tx: TenantTx,
  creator: Creator,
  { email, name, lastName, role, passwordHash, clientId = null, providerId = null }: AffiliatedNewcomer,
  invite: Invite,
): Promise<CreatedUser | Refused> {
  const company = await companyWithRoomForInvitation(tx)
  if (isRefusal(company)) return company
  if (!(await isKnownAffiliation(tx, { clientId, providerId })))
    return refuse(providerId === null ? 'client_not_found' : 'provider_not_found')
  const accountId = newId(tx.now.getTime())
  const isClient = role === 'client'
  const contact = { name: `${name} ${lastName}`, taxId: null, email, phone: null }
  const client = { id: accountId, ...contact, status: 'active' } as const
  const makeOrganisation = async () => (isClient ? insertClient(tx, client) : undefined)
  const by = (await tx.one<{ name: string }>(accountNameQuery(creator.userId)))?.name ?? ''
  const person = { email, name, lastName, role, passwordHash, accountId, providerId }
  const invited = await inviteToCompany(
    tx,
    { userId: creator.userId, name: by },
    { ...person, clientId: isClient ? accountId : clientId },
    { companyName: company.name, invite, seesMember: () => true, makeOrganisation },
  )
  return isRefusal(invited) ? invited : { user: { id: invited.invitationId, email } }
}

type AffiliatedNewcomer = Omit<Newcomer, 'client_id' | 'provider_id'> & {
  readonly clientId?: string | null
  readonly providerId?: string | null
}

/** Creates a user by the platform: in a company, or in none yet. */
export async function createAnywhere(
  db: Db,
  creator: Creator,
  newcomer: Newcomer,
  invite: Invite,
): Promise<CreatedUser | Refused> {
  if (!creatableBy(creator.role).includes(newcomer.role)) return refuse('forbidden')
  const { company_id: companyId = null, email } = newcomer
  const affiliation = affiliationFor(newcomer.role, { companyId, clientId: null, providerId: null })
  if (isRefusal(affiliation)) return affiliation
  if (companyId !== null)
    return asSystem(db, companyId.toLowerCase(), tx => createInCompany(tx, creator, newcomer, invite))
  return asPerson(db, newId(), async tx => {
    const opened = await openAccount(tx, newcomer, tx.now)
    if (isRefusal(opened)) return opened
    await mailIfRegistered(tx, creator, { ...newcomer, ...opened, to: null }, invite, tx.now)
    return { user: { id: opened.userId, email } }
  })
}

/** Account that was opened. `isOwners`: its owner chose the password, and has confirmed the address. */
type OpenedAccount = { readonly userId: string; readonly isOwners: boolean }

/**
 * Opens an active account with this password. Its address stays unconfirmed until its owner proves it, so that
 * the password gives access to no other company. A pending registration becomes this account, and loses the
 * password chosen at registration unless its address was confirmed. Any other account is refused with
 * `email_taken`.
 */
async function openAccount(
  on: Statements,
  { email, name, lastName, role, passwordHash }: Newcomer,
  now: Date,
): Promise<OpenedAccount | Refusal<'email_taken'>> {
  const known = await lockAccountByEmail(on, email)
  if (known === null) {
    const account = {
      email,
      name,
      lastName,
      role,
      passwordHash,
      active: true,
      isInvited: true,
      isPasswordSetByOthers: true,
    }
    const made = await createAccount(on, account, now)
    return made === null ? refuse('email_taken') : { userId: made, isOwners: false }
  }
  if (!known.isRegistration) return refuse('email_taken')
  const admitted = await admitAccount(on, { email, name, lastName, role }, now)
  if (isRefusal(admitted)) return admitted
  await saveName(on, { id: known.id, name, lastName }, now)
  if (admitted.needsPassword) await savePasswordHash(on, known.id, passwordHash, now, { isSetByOthers: true })
  return { userId: known.id, isOwners: !admitted.needsPassword }
}

type MailedUser = OpenedAccount & Pick<Newcomer, 'email' | 'name'> & { readonly to: string | null }

/**
 * Notifies the new user by mail. Only somebody who registered gets one: a password given by somebody else is
 * passed on by them.
 */
async function mailIfRegistered(
  on: Statements,
  creator: Creator,
  { isOwners, ...invited }: MailedUser,
  invite: Invite,
  now: Date,
): Promise<void> {
  if (!isOwners) return
  const [row] = await on.all<{ name: string }>(accountNameQuery(creator.userId))
  await invite(on, { ...invited, needsPassword: false, by: row?.name ?? '' }, now)
}
