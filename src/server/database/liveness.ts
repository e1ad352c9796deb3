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
import { send } from '#server/database/pipeline.ts'
import { commonProblem, type ProblemError } from '#server/problems.ts'

/** The living row of a session, or of an API token; null when either has ended. Its two queries leave at once. */
export async function readLiveness(
  client: pg.PoolClient,
  claims: Claims,
  companyId: string,
  now: Date,
): Promise<LiveRow | null> {
  if (claims.tokenId !== undefined) {
    const asked = tokenLiveness(claims.tokenId, claims.userId, companyId, now)
    const answers = [
      send<TokenHolder>(client, asked.holder),
      send<TokenMember>(client, asked.member),
    ] as const
    const [holders, members] = await Promise.all(answers)
    return liveTokenRow(holders.rows[0], members.rows[0])
  }
  const { session, member } = liveness(claims, companyId, now)
  const answers = [send<LiveSession>(client, session), send<LiveMember>(client, member)] as const
  const [sessions, members] = await Promise.all(answers)
  return liveRow(sessions.rows[0], members.rows[0], claims)
}

/** The answer to a session or a token that has ended. */
export const endedProblem = ({ tokenId }: Claims): ProblemError =>
  commonProblem('unauthenticated', tokenId === undefined ? {} : { title: tokenEndedText })
