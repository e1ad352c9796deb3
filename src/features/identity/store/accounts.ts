import type { Membership, Person } from '#features/identity/rules.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/sql.ts'

export type Credentials = { id: string; passwordHash: string | null }

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

/** The person with all memberships: only their own transaction sees every company. */
export async function loadPerson(on: Statements, userId: string): Promise<Person | null> {
  const [accounts, memberships] = await Promise.all([
    on.all<Omit<Person, 'memberships'>>(sql`
      select id, email, name, last_name as "lastName", role, active, email_confirmed_at as "emailConfirmedAt",
        last_sign_in_at as "lastSignInAt", created_at as "createdAt", updated_at as "updatedAt"
      from account where id = ${userId}`),
    on.all<Membership>(sql`
      select m.company_id as "companyId", c.name as "companyName", c.time_zone as "timeZone",
        m.client_id as "clientId", m.provider_id as "providerId",
        m.active and c.status <> 'inactive' as usable
      from account_company a
      join member m on m.company_id = a.company and m.user_id = a.user_id
      join company c on c.company_id = a.company
      where a.user_id = ${userId} order by m.created_at, m.company_id`),
  ])
  return accounts[0] ? { ...accounts[0], memberships } : null
}

export type NewAccount = {
  readonly email: string
  readonly passwordHash: string | null
  readonly name: string
  readonly lastName: string
  readonly role: Role
  readonly active: boolean
}

/** The new account's id, or null when the address already has one. */
export async function createAccount(on: Statements, account: NewAccount, now: Date): Promise<string | null> {
  const [row] = await on.all<{ id: string }>(sql`
    insert into account (id, email, password_hash, name, last_name, role, active, email_confirmed_at,
      created_at, updated_at)
    values (${newId(now.getTime())}, ${account.email}, ${account.passwordHash}, ${account.name},
      ${account.lastName}, ${account.role}, ${account.active}, ${now}, ${now}, ${now})
    on conflict (email) do nothing returning id`)
  return row?.id ?? null
}

export async function findAccountByEmail(
  on: Statements,
  email: string,
): Promise<{ id: string; role: Role; active: boolean } | null> {
  const [row] = await on.all<{ id: string; role: Role; active: boolean }>(sql`
    select id, role, active from account where email = ${email}`)
  return row ?? null
}

/** Lets sign-in find the company of a person. Written with the member row, and kept with it. */
export async function linkCompany(on: Statements, userId: string, companyId: string): Promise<void> {
  await on.all(sql`insert into account_company (user_id, company) values (${userId}, ${companyId})
    on conflict do nothing`)
}

/** Every company that somebody belongs to: for housekeeping, which visits them one by one. */
export async function companiesWithPeople(on: Statements): Promise<string[]> {
  const found = await on.all<{ company: string }>(sql`select distinct company from account_company`)
  return found.map(row => row.company)
}

export async function savePasswordHash(
  on: Statements,
  userId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await on.all(sql`update account set password_hash = ${hash}, updated_at = ${now} where id = ${userId}`)
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

export async function saveSignIn(on: Statements, userId: string, now: string): Promise<void> {
  await on.all(sql`update account set last_sign_in_at = ${now} where id = ${userId}`)
}
