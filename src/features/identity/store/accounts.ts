/** Rows of `account`: who can sign in. */
import type { Membership, Person } from '#features/identity/rules.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { untrustedReasonAt } from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import { ownCompanies } from '#server/database/person.ts'
import { sql } from '#server/database/sql.ts'

export type Credentials = { id: string; passwordHash: string | null }
/** `hadOwner`, of an account without a password: somebody once came in by more than the mailbox, with a password or by a company's sign-in. */
type LockedAccount = Credentials & { readonly hadOwner: boolean }

export async function findCredentials(on: Statements, email: string): Promise<Credentials | null> {
  const [row] = await on.all<Credentials>(sql`
    select id, password_hash as "passwordHash" from account where email = ${email}`)
  return row ?? null
}

export async function findPasswordHash(on: Statements, userId: string): Promise<string | null> {
  const [row] = await on.all<Credentials>(sql`
    select id, password_hash as "passwordHash" from account where id = ${userId}`)
  return row?.passwordHash ?? null
}

/** True when the person chose the password and has confirmed the address. */
export async function hasOwnPassword(on: Statements, userId: string): Promise<boolean> {
  const [row] = await on.all<{ has: boolean }>(sql`
    select password_hash is not null and not password_given and email_confirmed_at is not null as has
    from account where id = ${userId}`)
  return row?.has ?? false
}

/** The person with all memberships, which only the person's own transaction can see. */
export async function loadPerson(on: Statements, userId: string): Promise<Person | null> {
  const [accounts, memberships] = await Promise.all([
    on.all<Omit<Person, 'memberships'>>(sql`
      select id, email, name, last_name as "lastName", coalesce(position, '') as position,
        coalesce(department, '') as department, time_zone as "timeZone", role, active, email_confirmed_at as "emailConfirmedAt",
        case when new_email_by is null then new_email end as "newEmail", invited_at as "invitedAt",
        confirmation_sent_at as "confirmationSentAt", recovery_sent_at as "recoverySentAt",
        email_change_sent_at as "emailChangeSentAt", second_factor as "hasSecondFactor",
        ${untrustedReasonAt(clock.now())} as "untrustedReason", last_sign_in_at as "lastSignInAt",
        created_at as "createdAt", updated_at as "updatedAt"
      from account who where id = ${userId}`),
    on.all<MemberRow>(sql`
      select m.company_id as "companyId", co.name as "companyName", co.time_zone as "timeZone", co.sample_of as "sampleOf",
        m.client_id as "clientId", m.provider_id as "providerId", m.active, co.status,
        co.second_factor_policy as "factorPolicy"
      from member m join company co on co.company_id = m.company_id
      where m.company_id = ${ownCompanies} and m.user_id = ${userId}
      order by co.sample_of is not null, m.created_at, m.company_id`),
  ])
  return accounts[0] ? { ...accounts[0], memberships: toMemberships(memberships) } : null
}

type MemberRow = Omit<Membership, 'isSample' | 'usable'> & {
  readonly sampleOf: string | null
  readonly active: boolean
  readonly status: 'active' | 'suspended' | 'inactive'
}

/** A sample is usable while the person works in the company for which it was made, and that company is active. */
function toMemberships(rows: readonly MemberRow[]): Membership[] {
  const working = new Set(
    rows.filter(row => row.active && row.status === 'active').map(({ companyId }) => companyId),
  )
  return rows.map(({ sampleOf, active, status, ...membership }) => ({
    ...membership,
    isSample: sampleOf !== null,
    usable: active && status !== 'inactive' && (sampleOf === null || working.has(sampleOf)),
  }))
}

export type NewAccount = {
  readonly email: string
  readonly passwordHash: string | null
  readonly name: string
  readonly lastName: string
  readonly role: Role
  readonly active: boolean
  /** True for an invited account: its address is confirmed only when the person follows the invitation's link. */
  readonly isInvited?: boolean
  /** True when somebody else has chosen the password. */
  readonly isPasswordSetByOthers?: boolean
  /** Generated when absent. */
  readonly id?: string
}

/** The new account's id, or null when the address already has one. */
export async function createAccount(on: Statements, account: NewAccount, now: Date): Promise<string | null> {
  const [row] = await on.all<{ id: string }>(sql`
    insert into account (id, email, password_hash, name, last_name, role, active, email_confirmed_at,
      invited_at, password_given, password_unproven_at, created_at, updated_at)
    values (${account.id ?? newId(now.getTime())}, ${account.email}, ${account.passwordHash}, ${account.name},
      ${account.lastName}, ${account.role}, ${account.active}, ${account.isInvited ? null : now},
      ${account.isInvited ? now : null}, ${account.isPasswordSetByOthers ?? false},
      ${account.isPasswordSetByOthers ? now : null}, ${now}, ${now})
    on conflict (email) do nothing returning id`)
  return row?.id ?? null
}

export type Account = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly active: boolean
  readonly passwordHash: string | null
  readonly newEmail: string | null
  readonly emailChangeSentAt: string | null
  readonly emailConfirmedAt: string | null
  /** True for a registration that nobody has activated. */
  readonly isRegistration: boolean
}

export async function findAccountByEmail(on: Statements, email: string): Promise<Account | null> {
  const [row] = await on.all<Account>(sql`
    select id, email, name, role, active, password_hash as "passwordHash",
      case when new_email_by is null then new_email end as "newEmail",
      email_change_sent_at as "emailChangeSentAt", email_confirmed_at as "emailConfirmedAt",
      not active and requested_role is not null as "isRegistration"
    from account where email = ${email}`)
  return row ?? null
}

export async function markRecoverySent(on: Statements, userId: string, now: Date): Promise<void> {
  await on.all(sql`update account set recovery_sent_at = ${now} where id = ${userId}`)
}

/**
 * Links a person to a company outside its tenancy, so that sign-in finds it. Written with the member's row. `sampleOf`: the
 * company of the administrator who plays in this sample.
 */
export async function linkCompany(
  on: Statements,
  userId: string,
  companyId: string,
  sampleOf: string | null = null,
): Promise<void> {
  await on.all(sql`insert into account_company (user_id, company, sample_of)
    values (${userId}, ${companyId}, ${sampleOf}) on conflict do nothing`)
}

/** Companies with at least one person: housekeeping visits them one by one. */
export async function companiesWithPeople(on: Statements): Promise<string[]> {
  const found = await on.all<{ company: string }>(sql`select distinct company from account_company`)
  return found.map(row => row.company)
}

/**
 * Saves a new password; a pending change of address, which a stranger may have requested, is dropped. `isUnproven`: whoever
 * chose it may be a stranger. One that its owner chooses after such a one is as new as that; a first one comes after none.
 */
export async function savePasswordHash(
  on: Statements,
  userId: string,
  hash: string,
  now: Date,
  {
    isSetByOthers = false,
    isUnproven = isSetByOthers,
  }: { isSetByOthers?: boolean; isUnproven?: boolean } = {},
): Promise<void> {
  await on.all(sql`update account set password_hash = ${hash}, new_email = null, password_given = ${isSetByOthers},
      password_unproven_at = case when ${isUnproven}::boolean then ${now}::timestamptz
        when password_hash is not null then password_unproven_at end,
      updated_at = ${now}
    where id = ${userId}`)
}

export async function saveName(
  on: Statements,
  person: Pick<Person, 'id' | 'name' | 'lastName'>,
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set name = ${person.name}, last_name = ${person.lastName}, updated_at = ${now}
    where id = ${person.id}`)
}

/** Saves the data that a person edits in the own profile. */
export async function saveOwnData(
  on: Statements,
  person: Pick<Person, 'id' | 'name' | 'lastName' | 'position' | 'department'>,
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set name = ${person.name}, last_name = ${person.lastName}, position = ${person.position},
      department = ${person.department}, updated_at = ${now}
    where id = ${person.id}`)
}

/**
 * Records a sign-in. False when the account was deactivated, or its address or password changed, since the check.
 * `isByMore`: they showed more than the mailbox, which is all that nobody's account has.
 */
export async function saveSignIn(
  on: Statements,
  person: Pick<Person, 'id' | 'email'>,
  passwordHash: string | null,
  now: string,
  isByMore: boolean,
): Promise<boolean> {
  const saved = await on.all(sql`
    update account set last_sign_in_at = ${now}, had_owner = had_owner or ${isByMore}::boolean
    where id = ${person.id} and active and email = ${person.email}
      and (${passwordHash}::text is null or password_hash = ${passwordHash})
    returning id`)
  return saved.length > 0
}

/** Locks an account, so that changes to its access run one at a time. Lock order: the account, its sessions, its links. */
export async function lockAccount(on: Statements, userId: string): Promise<LockedAccount | null> {
  const [row] = await on.all<LockedAccount>(sql`
    select id, password_hash as "passwordHash", had_owner as "hadOwner" from account where id = ${userId} for no key update`)
  return row ?? null
}

/** Replaces the hash by a stronger one of an unchanged password. False when the password has changed meanwhile. */
export async function replaceHash(
  on: Statements,
  { id, passwordHash }: Credentials,
  hash: string,
  now: Date,
): Promise<boolean> {
  const replaced = await on.all(sql`
    update account set password_hash = ${hash}, updated_at = ${now}
    where id = ${id} and password_hash = ${passwordHash} returning id`)
  return replaced.length > 0
}

/** The account of an address, locked until the transaction ends. */
export async function lockAccountByEmail(
  on: Statements,
  email: string,
): Promise<{ id: string; isRegistration: boolean } | null> {
  const [row] = await on.all<{ id: string; isRegistration: boolean }>(sql`
    select id, not active and requested_role is not null as "isRegistration"
    from account where email = ${email} for no key update`)
  return row ?? null
}

/** Saves a person's name, role and activity, as an administrator sets them. */
export async function saveProfile(
  on: Statements,
  person: Pick<Person, 'id' | 'name' | 'lastName' | 'role' | 'active'>,
  now: Date,
): Promise<void> {
  await on.all(sql`
    update account set name = ${person.name}, last_name = ${person.lastName}, role = ${person.role},
      active = ${person.active}, updated_at = ${now}
    where id = ${person.id}`)
}

const platformLock = 7_240_534

/** Serialises changes to platform administrators until the transaction ends: the last one must not be lost. */
export async function lockPlatform(on: Statements): Promise<void> {
  await on.all(sql`select pg_advisory_xact_lock(${platformLock})`)
}

/** Number of active platform administrators. */
export async function countPlatformAdmins(on: Statements): Promise<number> {
  const [row] = await on.all<{ count: number }>(sql`
    select count(*)::int as count from account where role = 'admin_saas' and active`)
  return row?.count ?? 0
}
