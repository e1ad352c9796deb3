/** Rows of `company_request`: companies of one's own that were asked for. */
import type { Statements } from '#features/identity/store/statements.ts'
import { sql } from '#server/database/sql.ts'

export type StoredRequest = {
  /** SHA-256 of the code; the code itself stands only in the mail. */
  readonly digest: Buffer
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly companyName: string
  readonly passwordHash: string
}

export async function insertRequest(
  on: Statements,
  { digest, email, name, lastName, companyName, passwordHash }: StoredRequest,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await on.all(sql`
    insert into company_request (digest, email, name, last_name, company_name, password_hash, created_at, expires_at)
    values (${digest}, ${email}, ${name}, ${lastName}, ${companyName}, ${passwordHash}, ${now}, ${expiresAt})`)
}

/** The open request of a code. */
export async function findRequest(on: Statements, digest: Buffer, now: Date): Promise<StoredRequest | null> {
  const [row] = await on.all<StoredRequest>(sql`
    select digest, email, name, last_name as "lastName", company_name as "companyName",
      password_hash as "passwordHash"
    from company_request where digest = ${digest} and confirmed_at is null and expires_at > ${now}`)
  return row ?? null
}

/** Spends a request: true for exactly one of several concurrent callers. What was typed is erased. */
export async function takeRequest(
  on: Statements,
  digest: Buffer,
  company: string,
  now: Date,
): Promise<boolean> {
  const taken = await on.all(sql`
    update company_request set confirmed_at = ${now}, company = ${company}, password_hash = null, name = '',
      last_name = '', company_name = ''
    where digest = ${digest} and confirmed_at is null returning digest`)
  return taken.length > 0
}

/** Deletes the open requests of an address. */
export async function deleteRequests(on: Statements, email: string): Promise<void> {
  await on.all(sql`delete from company_request where email = ${email} and confirmed_at is null`)
}

export async function deleteEndedRequests(
  on: Statements,
  { now, confirmedBefore }: { readonly now: Date; readonly confirmedBefore: Date },
): Promise<void> {
  await on.all(sql`delete from company_request
    where (confirmed_at is null and expires_at < ${now}) or confirmed_at < ${confirmedBefore}`)
}

const openingLock = 7_240_535

/** Serialises the making of companies until the transaction ends, so that the day's limit holds. */
export async function lockOpenings(on: Statements): Promise<void> {
  await on.all(sql`select pg_advisory_xact_lock(${openingLock})`)
}

/** Number of companies that people have made for themselves since an instant. */
export async function countOpened(on: Statements, since: Date): Promise<number> {
  const [row] = await on.all<{ count: number }>(sql`
    select count(*)::int as count from company_request where confirmed_at > ${since}`)
  return row?.count ?? 0
}

export type Operator = { readonly email: string; readonly name: string }

/** Administrators of the platform. */
export async function platformAdmins(on: Statements): Promise<readonly Operator[]> {
  return on.all<Operator>(sql`
    select email, name from account where role = 'admin_saas' and active order by email`)
}
