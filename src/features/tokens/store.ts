/** Rows of `api_token`, and the accounts of services as which some of them act. */
import type { Token } from '#features/tokens/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import type { TokenKind } from '#kernel/token-scope.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Fragment = ReturnType<typeof part>

/** Days for which a token that has ended stays in the lists. */
const endedDays = 30

const tokenColumns = part`
  t.id, t.kind, t.user_id as "userId", trim(who.name || ' ' || who.last_name) as "ownerName", t.name, t.scopes, t.hint,
  (select trim(y.name || ' ' || y.last_name) from account y where y.id = t.created_by) as "madeByName",
  t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
  t.revoked_at as "revokedAt", not ${isTrueToItsAccount()} as "isVoid"`

/** True while the account is the one for which the token was made. Expects `api_token t`, `account who`, `member m`. */
function isTrueToItsAccount(): Fragment {
  return part`(t.kind = 'service' or who.active and m.active and coalesce(t.created_at > who.tokens_void_at, true))`
}

const tokensFrom = part`
  from api_token t
  join member m on m.company_id = t.company_id and m.user_id = t.user_id
  join account who on who.id = t.user_id`

/** Living tokens of a kind, in the order in which they are locked; of one person, or of all. */
export function livingTokens(tx: TenantTx, kind: TokenKind, userId: string | null): Promise<Token[]> {
  return tx.all<Token>(sql`
    select ${tokenColumns} ${tokensFrom}
    where t.company_id = ${tx.companyId} and t.kind = ${kind} and ${ownedBy(userId)} and t.revoked_at is null
      and t.expires_at > ${tx.now} and ${isTrueToItsAccount()}
    order by t.id`)
}

/** Tokens of a kind, the latest first: living ones, and those that ended lately. */
export function listedTokens(tx: TenantTx, kind: TokenKind, userId: string | null): Promise<Token[]> {
  const since = new Date(tx.now.getTime() - endedDays * 86_400_000)
  return tx.all<Token>(sql`
    select ${tokenColumns} ${tokensFrom}
    where t.company_id = ${tx.companyId} and t.kind = ${kind} and ${ownedBy(userId)}
      and coalesce(t.revoked_at, t.expires_at) > ${since}
    order by t.created_at desc, t.id desc`)
}

const ownedBy = (userId: string | null): Fragment =>
  userId === null ? part`true` : part`t.user_id = ${userId}`

/** The living token that this attempt of this maker made, locked; null when there is none. */
export function lockAttempt(
  tx: TenantTx,
  kind: TokenKind,
  { by, attempt }: { readonly by: string; readonly attempt: string },
): Promise<Token | null> {
  return tx.one<Token>(sql`
    select ${tokenColumns} ${tokensFrom}
    where t.company_id = ${tx.companyId} and t.kind = ${kind} and t.created_by = ${by} and t.attempt = ${attempt}
      and t.revoked_at is null and t.expires_at > ${tx.now}
    order by t.created_at desc limit 1 for update of t`)
}

/** Locks a token until the transaction ends. */
export async function lockToken(tx: TenantTx, id: string): Promise<Token | null> {
  return tx.one<Token>(sql`
    select ${tokenColumns} ${tokensFrom} where t.company_id = ${tx.companyId} and t.id = ${id} for update of t`)
}

export type NewTokenRow = Pick<Token, 'id' | 'kind' | 'userId' | 'name' | 'scopes' | 'hint'> & {
  readonly digest: string
  readonly aal: 'aal1' | 'aal2'
  readonly createdBy: string
  readonly expiresAt: Date
  readonly attempt: string | null
}

export async function insertToken(tx: TenantTx, token: NewTokenRow): Promise<void> {
  await tx.runOne(sql`
    insert into api_token (company_id, id, kind, user_id, name, scopes, digest, hint, aal, created_by, created_at, expires_at,
      attempt)
    values (${tx.companyId}, ${token.id}, ${token.kind}, ${token.userId}, ${token.name}, ${[...token.scopes]}::text[],
      ${token.digest}, ${token.hint}, ${token.aal}, ${token.createdBy}, ${tx.now}, ${token.expiresAt},
      ${token.attempt})`)
}

export async function saveRevoked(tx: TenantTx, id: string, by: string | null): Promise<void> {
  await tx.runOne(sql`
    update api_token set revoked_at = ${tx.now}, revoked_by = ${by}
    where company_id = ${tx.companyId} and id = ${id} and revoked_at is null`)
}

export type EndingToken = Pick<Token, 'id' | 'kind' | 'userId' | 'ownerName' | 'name' | 'expiresAt'> & {
  /** Role of the account as which it acts. */
  readonly role: Role
}

/**
 * Living tokens that end within these days and of which nobody was warned, locked; none of a sample or of a company that
 * has ended, which mail nobody, and none of a service after which a later one was made that does as much.
 */
export function findEnding(tx: TenantTx, days: number): Promise<EndingToken[]> {
  const until = new Date(tx.now.getTime() + days * 86_400_000)
  return tx.all<EndingToken>(sql`
    select ${tokenColumns}, who.role ${tokensFrom}
    join company c on c.company_id = t.company_id and c.sample_of is null and c.status <> 'inactive'
    where t.company_id = ${tx.companyId} and t.expiry_told_at is null and t.revoked_at is null
      and t.expires_at > ${tx.now} and t.expires_at <= ${until} and ${isTrueToItsAccount()}
      and t.expires_at - t.created_at >= ${days * 2} * interval '1 day'
      and not (t.kind = 'service' and exists (select from api_token o where o.company_id = t.company_id
        and o.user_id = t.user_id and o.revoked_at is null and o.expires_at > t.expires_at
        and o.created_at > t.created_at and o.scopes @> t.scopes))
    order by t.expires_at, t.id for update of t skip locked`)
}

export async function saveWarned(tx: TenantTx, id: string): Promise<void> {
  await tx.runOne(sql`
    update api_token set expiry_told_at = ${tx.now} where company_id = ${tx.companyId} and id = ${id}`)
}

/** Assurance of the actor's session; null when it has ended meanwhile. */
export async function sessionAssurance(tx: TenantTx, sessionId: string): Promise<'aal1' | 'aal2' | null> {
  const row = await tx.one<{ aal: 'aal1' | 'aal2' }>(sql`select aal from session where id = ${sessionId}`)
  return row?.aal ?? null
}

/** Address and first name of whoever makes a token. */
export function readMaker(tx: TenantTx, userId: string): Promise<{ email: string; name: string } | null> {
  return tx.one(sql`select email, name from account where id = ${userId}`)
}

/** Ids of the person’s living tokens, locked. */
export async function lockOwnTokens(tx: TenantTx, userId: string): Promise<{ id: string; name: string }[]> {
  return tx.all(sql`
    select id, name from api_token
    where company_id = ${tx.companyId} and user_id = ${userId} and kind = 'personal' and revoked_at is null
      and expires_at > ${tx.now}
    order by id for update`)
}

/** The service of the company with this name, whatever its accents and case; null when there is none. */
export async function findService(tx: TenantTx, name: string): Promise<string | null> {
  const row = await tx.one<{ id: string }>(sql`
    select who.id from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and who.is_service and fold(who.name) = fold(${name}) limit 1`)
  return row?.id ?? null
}

/**
 * Makes a service of the company: an account and a membership that are inactive for ever, so that nobody signs in with
 * it, and it is never chosen, asked or mailed. Its address is of a domain that no mail reaches (RFC 2606).
 */
export async function insertService(tx: TenantTx, name: string): Promise<string> {
  const id = newId(tx.now.getTime())
  await tx.runOne(sql`
    insert into account (id, email, name, last_name, role, active, is_service, created_at, updated_at)
    values (${id}, ${`${id}@service.invalid`}, ${name}, '', 'admin', false, true, ${tx.now}, ${tx.now})`)
  await tx.runOne(sql`
    insert into member (company_id, user_id, client_id, provider_id, active, created_at)
    values (${tx.companyId}, ${id}, null, null, false, ${tx.now})`)
  return id
}
