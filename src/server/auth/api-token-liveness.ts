/**
 * Liveness of an API token: as of a session, two queries in the round trip of the work. One reads the account as which it
 * acts, one the token with membership and company. What both say decides; what is known of a token beforehand is a guess.
 */
import {
  type Assurance,
  type LiveMember,
  type LiveRow,
  type LiveSession,
  membershipColumns,
  untrustedReasonAt,
} from '#server/auth/session.ts'
import { part, type Sql, sql } from '#server/database/sql.ts'

/** The account as which a token acts: a person's, or a service's. */
export type TokenHolder = Omit<LiveSession, 'aal' | 'impersonator_role'> & {
  /** ISO instant; personal tokens made until then are void. */
  tokens_void_at: string | null
}

/** The token with its membership and company. */
export type TokenMember = Omit<LiveMember, 'impersonator_belongs'> & {
  aal: Assurance
  token_made_at: string
  is_unmarked: boolean
}

/** Title of the answer to a token that is unknown, expired or revoked, or whose person has left. */
export const tokenEndedText = 'La clave de API no es válida: no existe, ha caducado o se ha anulado.'

const betweenMarksMs = 60_000

/** Columns of the account that liveness reads. Expects `account who`. */
export const holderColumns = (now: Date) => part`
      trim(who.name || ' ' || who.last_name) as name, who.role, 0 as seen_counter, who.second_factor, who.tokens_void_at,
      ${untrustedReasonAt(now)} as untrusted_reason`

/** True while the account may hold tokens: a service's is inactive for ever. Expects `account who`. */
export const mayHold = part`(who.active or who.is_service)`

/**
 * True while the token and its membership live. A person's asks the company's policy too: a node of a release that does not
 * know the policy may have made it. Expects `api_token t`, `member m`, `company co`. */
export const isLiveToken = (now: Date) =>
  part`t.revoked_at is null and t.expires_at > ${now} and (t.kind = 'service' or m.active and co.personal_tokens)
    and co.status <> 'inactive'`

export function tokenLiveness(
  tokenId: string,
  userId: string,
  companyId: string,
  now: Date,
): { holder: Sql; member: Sql } {
  const unmarkedSince = new Date(now.getTime() - betweenMarksMs)
  return {
    holder: sql`select ${holderColumns(now)} from account who where who.id = ${userId} and ${mayHold}`,
    member: sql`
    select ${membershipColumns(now)}, t.aal, t.created_at as token_made_at,
      coalesce(t.last_used_at < ${unmarkedSince}, true) as is_unmarked
    from api_token t
    join member m on m.company_id = t.company_id and m.user_id = t.user_id
    join company co on co.company_id = t.company_id
    where t.company_id = ${companyId} and t.id = ${tokenId} and t.user_id = ${userId} and ${isLiveToken(now)}`,
  }
}

/** The rows of a living token; null when it has ended, or the account may have changed hands since it was made. */
export function liveTokenRow(
  holder: TokenHolder | undefined,
  member: TokenMember | undefined,
): LiveRow | null {
  if (!holder || !member) return null
  const { tokens_void_at: voidAt, ...person } = holder
  const { token_made_at: madeAt, ...membership } = member
  if (voidAt !== null && Date.parse(madeAt) <= Date.parse(voidAt)) return null
  return { ...person, ...membership }
}

/** Writes that a token was used, unless that was written within the last minute. */
export function markTokenUsed(tokenId: string, companyId: string, now: Date): Sql {
  return sql`update api_token set last_used_at = ${now}
    where company_id = ${companyId} and id = ${tokenId}
      and coalesce(last_used_at < ${new Date(now.getTime() - betweenMarksMs)}, true)`
}
