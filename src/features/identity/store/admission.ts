/** Accounts of people who are let in: invited, admitted, or founders of a company. */
import { type Admission, decideAdmission, type ExistingAccount } from '#features/identity/rules/admission.ts'
import { purposes } from '#features/identity/rules/links.ts'
import { createAccount } from '#features/identity/store/accounts.ts'
import { deleteLinks, type InvitationOf } from '#features/identity/store/links.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { part, sql } from '#server/database/sql.ts'

export type Admitted = {
  readonly userId: string
  /** True when the person chooses a password by a link; otherwise they have one and are only notified. */
  readonly needsPassword: boolean
}

export type Newcomer = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly role: Role
}

/** Notifies an admitted or invited person, with a link to accept or to choose a password where one is needed. */
export type Invite = (on: Statements, invited: Invited, now: Date) => Promise<void>
export type Invited = Admitted & {
  readonly email: string
  readonly name: string
  readonly by: string
  /** The company; null for the platform. */
  readonly to: string | null
  /** The invitation that the mail's link accepts; absent when the person is admitted already. */
  readonly invitation?: InvitationOf | null
  /** Number of orders that wait for the person. */
  readonly waiting?: number
}

/** Creates or activates the account of an address; its row stays locked until the transaction ends. */
export async function admitAccount(
  on: Statements,
  newcomer: Newcomer,
  now: Date,
): Promise<Admitted | Refusal<'email_taken'>> {
  const known = await lockExistingAccount(on, newcomer.email)
  const admission = decideAdmission(known)
  if (isRefusal(admission)) return admission
  if (known === null) return createAdmitted(on, newcomer, now)
  await saveAdmission(on, known.id, newcomer, admission, now)
  return { userId: known.id, needsPassword: !keepsPassword(admission) }
}

const keepsPassword = (admission: Admission): boolean =>
  admission.kind !== 'create' && admission.keepsPassword

async function createAdmitted(on: Statements, newcomer: Newcomer, now: Date) {
  const account = { ...newcomer, passwordHash: null, active: true, isInvited: true }
  const userId = await createAccount(on, account, now)
  return userId === null ? refuse('email_taken') : { userId, needsPassword: true }
}

async function saveAdmission(
  on: Statements,
  userId: string,
  { role }: Newcomer,
  admission: Admission,
  now: Date,
): Promise<void> {
  if (admission.kind === 'activate')
    await on.all(sql`update account set role = ${role}, active = true, requested_role = null, updated_at = ${now}
      where id = ${userId}`)
  if (keepsPassword(admission)) return
  await on.all(sql`update account set password_hash = null, password_unproven_at = null, new_email = null,
      invited_at = ${now}, updated_at = ${now}
    where id = ${userId}`)
  await deleteSessions(on, userId, null)
  // Old links go too: one that restores a former address would let a stranger into the company.
  await deleteLinks(on, userId, purposes)
}

/** True when an address may found a company: it has no account, or one that only asks to be admitted. */
export async function mayFoundCompany(on: Statements, email: string): Promise<boolean> {
  return !isRefusal(decideAdmission(await lockExistingAccount(on, email)))
}

/**
 * Makes the account of whoever founds a company, active and confirmed, with the password that they have just proved. A
 * registration that waits becomes it, without whatever was done to it before. Null when the address has another account.
 */
export async function admitFounder(
  on: Statements,
  founder: Omit<Newcomer, 'role'> & { readonly passwordHash: string },
  now: Date,
): Promise<string | null> {
  const { email, name, lastName, passwordHash } = founder
  const known = await lockExistingAccount(on, email)
  if (known === null) return createAccount(on, { ...founder, role: 'admin', active: true }, now)
  if (isRefusal(decideAdmission(known))) return null
  await deleteSessions(on, known.id, null)
  await deleteLinks(on, known.id, purposes)
  await on.all(sql`
    update account set role = 'admin', active = true, requested_role = null, name = ${name}, last_name = ${lastName},
      password_hash = ${passwordHash}, password_given = false, password_unproven_at = null, new_email = null,
      email_confirmed_at = ${now}, updated_at = ${now}
    where id = ${known.id}`)
  return known.id
}

async function lockExistingAccount(
  on: Statements,
  email: string,
): Promise<(ExistingAccount & { id: string }) | null> {
  const [row] = await on.all<ExistingAccount & { id: string }>(sql`
    select id, role, active, requested_role as "requestedRole", email_confirmed_at as "emailConfirmedAt",
      password_hash is not null as "hasPassword"
    from account where email = ${email} for no key update`)
  return row ?? null
}

/** The account to which an invitation is addressed. */
export type Invitee = {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly active: boolean
  readonly isRegistration: boolean
  /** True when the person chose the password and has confirmed the address. */
  readonly hasOwnPassword: boolean
  /** True when somebody has ever signed in to the account. */
  readonly wasUsed: boolean
  readonly hasCompany: boolean
}

/** Columns of an invitee; expects `account` under its own name. */
const inviteeColumns = part`id as "userId", name, role, active, not active and requested_role is not null as "isRegistration",
  password_hash is not null and not password_given and email_confirmed_at is not null as "hasOwnPassword",
  last_sign_in_at is not null as "wasUsed",
  exists (select from account_company c where c.user_id = account.id and c.sample_of is null) as "hasCompany"`

export async function lockInvitee(on: Statements, userId: string): Promise<Invitee | null> {
  const [row] = await on.all<Invitee>(sql`
    select ${inviteeColumns} from account where id = ${userId} for no key update`)
  return row ?? null
}

/** A person to invite. `passwordHash`: of a password chosen by the inviter, used only when the account is new. */
export type NewInvitee = Newcomer & { readonly id: string; readonly passwordHash: string | null }

/** The account of an address, locked, and created when there is none. An existing account is not changed. */
export async function accountToInvite(
  on: Statements,
  { passwordHash, ...newcomer }: NewInvitee,
  now: Date,
): Promise<(Invitee & { readonly isMade: boolean }) | null> {
  const account = { ...newcomer, passwordHash, active: true, isInvited: true }
  const made = await createAccount(on, { ...account, isPasswordSetByOthers: passwordHash !== null }, now)
  const [row] = await on.all<Invitee>(sql`
    select ${inviteeColumns} from account where email = ${newcomer.email} for no key update`)
  return row ? { ...row, isMade: made !== null } : null
}

/** Sets an account's role and activity with its first company; its names only while the account was never used. */
export async function settleAccount(
  on: Statements,
  { userId, wasUsed }: Pick<Invitee, 'userId' | 'wasUsed'>,
  { name, lastName, role }: Pick<Newcomer, 'name' | 'lastName' | 'role'>,
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set role = ${role}, active = true, requested_role = null, updated_at = ${now},
      name = case when ${wasUsed}::boolean then name else ${name} end,
      last_name = case when ${wasUsed}::boolean then last_name else ${lastName} end
    where id = ${userId}`)
}
