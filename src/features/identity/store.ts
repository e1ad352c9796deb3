/**
 * Accounts and sessions are global: they belong to people, and people to companies through their members.
 * So these functions take statements of any transaction, and the company's rows are never among them.
 */
import type pg from 'pg'
import type { AuthenticationStep, Membership, Person, SessionState } from '#features/identity/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import type { Db } from '#server/db.ts'
import { part, type Sql, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** A transaction of a company or of a person, or the pool. */
export type Statements = { all<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> }

export const outsideAnyTransaction = (db: Db): Statements => ({ all: query => db.run(query) })

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

export type Session = SessionState & {
  readonly id: string
  readonly userId: string
  readonly companyId: string | null
  readonly hmacKey: Buffer
  readonly aal: string
  readonly amr: readonly AuthenticationStep[]
}

export async function findSession(on: Statements, id: string): Promise<Session | null> {
  const [row] = await on.all<Session>(sql`select ${sessionColumns} from session where id = ${id}`)
  return row ?? null
}

export async function lockSession(on: Statements, id: string): Promise<Session | null> {
  const [row] = await on.all<Session>(sql`select ${sessionColumns} from session where id = ${id} for update`)
  return row ?? null
}

const sessionColumns = part`
  id, user_id as "userId", company_id as "companyId", hmac_key as "hmacKey", counter,
  min_counter as "minCounter", seen_counter as "seenCounter", rotated_at as "rotatedAt",
  not_after as "notAfter", idle_after as "idleAfter", aal, amr`

export async function insertSession(
  on: Statements,
  session: Session,
  from: { readonly ip: string; readonly userAgent: string | null },
): Promise<void> {
  await on.all(sql`
    insert into session (id, user_id, company_id, hmac_key, counter, rotated_at, created_at, not_after,
      idle_after, aal, amr, ip, user_agent)
    values (${session.id}, ${session.userId}, ${session.companyId}, ${session.hmacKey}, ${session.counter},
      ${session.rotatedAt}, ${session.rotatedAt}, ${session.notAfter}, ${session.idleAfter}, ${session.aal},
      ${JSON.stringify(session.amr)}::jsonb, ${from.ip}, ${from.userAgent})`)
}

export async function saveRotation(on: Statements, session: Session): Promise<void> {
  await on.all(sql`
    update session set counter = ${session.counter}, rotated_at = ${session.rotatedAt},
      idle_after = ${session.idleAfter}, company_id = ${session.companyId}
    where id = ${session.id}`)
}

/** Moves a living session of a member into the transaction's company; null when it may not go there. */
export async function admitSession(
  tx: TenantTx,
  sessionId: string,
  userId: string,
): Promise<{ companyId: string | null } | null> {
  const before = await tx.one<{ companyId: string | null }>(sql`
    select s.company_id as "companyId"
    from session s
    join account a on a.id = s.user_id
    join member m on m.company_id = ${tx.companyId} and m.user_id = s.user_id
    join company c on c.company_id = m.company_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.not_after > ${tx.now} and s.idle_after > ${tx.now}
      and a.active and a.role <> 'admin_saas' and m.active and c.status <> 'inactive'
    for update of s`)
  if (before) await tx.runOne(sql`update session set company_id = ${tx.companyId} where id = ${sessionId}`)
  return before
}

/** True when this call ended it. */
export async function deleteSession(on: Statements, id: string): Promise<boolean> {
  return (await on.all(sql`delete from session where id = ${id} returning id`)).length > 0
}

/** Ends every session of a person, or all but one; in one order, so that two that end the same do not block. */
export async function deleteSessions(on: Statements, userId: string, except: string | null): Promise<number> {
  const ended = await on.all(sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and id is distinct from ${except}::uuid
      order by id for update) returning id`)
  return ended.length
}

/** Ends what a person has open in one company. */
export async function deleteSessionsIn(on: Statements, userId: string, companyId: string): Promise<number> {
  const ended = await on.all(sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and company_id = ${companyId}
      order by id for update) returning id`)
  return ended.length
}

/** Sessions that nobody can use any more. Returns how many there were. */
export async function deleteEndedSessions(on: Statements, now: Date): Promise<number> {
  const ended = await on.all(sql`
    delete from session where not_after < ${now} or idle_after < ${now} returning id`)
  return ended.length
}
