/**
 * API tokens as bearers: from the text of a header to claims and scopes. What is found is remembered for a minute as a
 * guess, like the claims of a session's token, so that a call costs no round trip more than one of a session; each call
 * asks the rows again whether the token lives.
 */
import type { Actor } from '#kernel/actor.ts'
import type { TokenKind } from '#kernel/token-scope.ts'
import {
  holderColumns,
  isLiveToken,
  liveTokenRow,
  mayHold,
  type TokenHolder,
  type TokenMember,
} from '#server/auth/api-token-liveness.ts'
import { type ApiTokenText, readApiToken } from '#server/auth/api-token-text.ts'
import {
  actorFromClaims,
  type Claims,
  type LiveRow,
  liveActor,
  membershipColumns,
} from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

/** Grant of an API token: it never changes while the token lives. */
export type Grant = {
  readonly claims: Claims & { readonly companyId: string; readonly tokenId: string }
  readonly kind: TokenKind
  readonly scopes: ReadonlySet<string>
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export type ApiTokens = {
  /**
   * The grant of a token; null when the text is none, or the token did not live when it was last read. `inTurn` runs the
   * look in the database, which a remembered token does without.
   */
  find(text: string, inTurn: InTurn): Promise<Grant | null>
}

const rememberedMs = 60_000
const maxRemembered = 5000

export function openApiTokens(db: Db, { isStrict }: { readonly isStrict: boolean }): ApiTokens {
  const remembered = new Map<string, { readonly grant: Grant; readonly until: number }>()
  /** Looks under way: of calls that come at once with one token, one looks. */
  const looks = new Map<string, Promise<Grant | null>>()
  const remember = (digest: string, grant: Grant) => {
    remembered.set(digest, { grant, until: clock.now().getTime() + rememberedMs })
    const [oldest] = remembered.keys()
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
  }
  return {
    find: async (text, inTurn) => {
      const token = readApiToken(text)
      if (token === null) return null
      const known = remembered.get(token.digest)
      if (known && known.until > clock.now().getTime()) return known.grant
      remembered.delete(token.digest)
      const { digest } = token
      const look = looks.get(digest) ?? inTurn(() => readGrant(db, token, isStrict))
      looks.set(digest, look)
      const grant = await look.finally(() => looks.delete(digest))
      if (grant) remember(digest, grant)
      return grant
    },
  }
}

type TokenRow = TokenMember & {
  id: string
  kind: TokenKind
  user_id: string
  created_by: string
  scopes: readonly string[]
}

async function readGrant(
  db: Db,
  { companyId, digest, kind }: ApiTokenText,
  isStrict: boolean,
): Promise<Grant | null> {
  return asSystem(db, companyId, async tx => {
    const found = await readLiving(tx, part`t.digest = ${digest} and t.kind = ${kind}`, isStrict)
    return found?.grant ?? null
  })
}

/** Whoever acts with a token of the company, as they stand now; null when it has ended. */
export async function actorWithToken(tx: TenantTx, tokenId: string): Promise<Actor | null> {
  // Work that goes on by itself owes no second step: it was asked of whoever began it.
  const found = await readLiving(tx, part`t.id = ${tokenId}`, false)
  return found && liveActor(actorFromClaims(found.grant.claims, tx.companyId), found.row)
}

async function readLiving(
  tx: TenantTx,
  which: Part,
  isStrict: boolean,
): Promise<{ readonly grant: Grant; readonly row: LiveRow } | null> {
  const { companyId } = tx
  const token = await tx.one<TokenRow>(sql`
      select t.id, t.kind, t.user_id, t.created_by, t.scopes, t.aal, t.created_at as token_made_at, false as is_unmarked,
        ${membershipColumns(tx.now)}
      from api_token t
      join member m on m.company_id = t.company_id and m.user_id = t.user_id
      join company co on co.company_id = t.company_id
      where t.company_id = ${companyId} and ${which} and ${isLiveToken(tx.now)}`)
  if (!token) return null
  const holder = await tx.one<TokenHolder>(sql`
      select ${holderColumns(tx.now)} from account who where who.id = ${token.user_id} and ${mayHold}`)
  const row = liveTokenRow(holder ?? undefined, token)
  if (!row) return null
  const { kind } = token
  const claims = {
    userId: token.user_id,
    sessionId: token.id,
    tokenId: token.id,
    ...(kind === 'service' ? { responsibleId: token.created_by } : {}),
    companyId,
    role: row.role,
    name: row.name,
    clientId: row.client_id,
    providerId: row.provider_id,
    zone: row.time_zone,
    isSample: row.is_sample,
    counter: 0,
    aal: row.aal,
    impersonator: null,
    isStrict,
  }
  return { grant: { claims, kind, scopes: new Set(token.scopes) }, row }
}
