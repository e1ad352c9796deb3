/** Liveness of a session, or of an API token: asked in the round trip of the work. */
import type pg from 'pg'
import {
  liveTokenRow,
  type TokenHolder,
  type TokenMember,
  tokenEndedText,
  tokenLiveness,
} from '#server/auth/api-token-liveness.ts'
import {
  type Claims,
  type LiveMember,
  type LiveRow,
  type LiveSession,
  liveness,
  liveRow,
} from '#server/auth/session.ts'
import type { Db } from '#server/database/db.ts'
import { withKnownCompany } from '#server/database/distributed.ts'
import { send } from '#server/database/pipeline.ts'
import { type Sql, sideBySide } from '#server/database/sql.ts'
import { commonProblem, type ProblemError } from '#server/problems.ts'

/** The living row of a session, or of an API token; null when either has ended. */
export async function readLiveness(
  db: Pick<Db, 'isDistributed'>,
  client: pg.PoolClient,
  claims: Claims,
  companyId: string,
  now: Date,
): Promise<LiveRow | null> {
  if (claims.tokenId !== undefined) {
    const asked = tokenLiveness(claims.tokenId, claims.userId, companyId, now)
    return liveTokenRow(
      ...(await askBoth<TokenHolder, TokenMember>(db, client, companyId, [asked.holder, asked.member])),
    )
  }
  const { session, member } = liveness(claims, companyId, now)
  const [live, belongs] = await askBoth<LiveSession, LiveMember>(db, client, companyId, [session, member])
  return liveRow(live, belongs, claims)
}

/** Rows of both queries, sent as one; to a cluster as two of one flight, because their rows may lie on different nodes. */
async function askBoth<Left extends pg.QueryResultRow, Right extends pg.QueryResultRow>(
  { isDistributed }: Pick<Db, 'isDistributed'>,
  client: pg.PoolClient,
  companyId: string,
  [left, right]: readonly [Sql, Sql],
): Promise<[Left | undefined, Right | undefined]> {
  if (!isDistributed) {
    const { rows } = await send<Left & Right>(client, sideBySide(left, right))
    return [rows[0], rows[0]]
  }
  const [lefts, rights] = await Promise.all([
    send<Left>(client, withKnownCompany(left, companyId)),
    send<Right>(client, withKnownCompany(right, companyId)),
  ])
  return [lefts.rows[0], rights.rows[0]]
}

/** The answer to a session or a token that has ended. */
export const endedProblem = ({ tokenId }: Claims): ProblemError =>
  commonProblem('unauthenticated', tokenId === undefined ? {} : { title: tokenEndedText })
