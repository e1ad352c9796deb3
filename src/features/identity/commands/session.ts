import type { Identity } from '#features/identity/commands/issue.ts'
import { type Membership, maySignIn, type Person } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { findSession, type Session } from '#features/identity/store/sessions.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { asPerson } from '#server/person.ts'
import { type Claims, markSeen } from '#server/session.ts'
import { bearerOf, InvalidToken } from '#server/tokens.ts'

export type LiveSession = {
  readonly session: Session
  readonly person: Person
  readonly company: Membership | null
}

export type NoSession =
  | 'no_authorization'
  | 'bad_jwt'
  | 'session_not_found'
  | 'user_not_found'
  | 'user_banned'

/** The living session behind a bearer, with its person; or why there is none. */
export async function liveSession(
  identity: Identity,
  authorization: string | undefined,
): Promise<LiveSession | NoSession> {
  const token = bearerOf(authorization)
  if (token === null) return 'no_authorization'
  const claims = await verified(identity, token)
  if (!claims) return 'bad_jwt'
  const [session, person, now] = await asPerson(identity.db, claims.userId, async tx => {
    const found = await Promise.all([findSession(tx, claims.sessionId), loadPerson(tx, tx.userId)])
    return [...found, tx.now.toISOString()] as const
  })
  if (!person) return 'user_not_found'
  if (!session || session.userId !== person.id) return 'session_not_found'
  if (session.notAfter <= now || session.idleAfter <= now) return 'session_not_found'
  const company = person.memberships.find(({ companyId }) => companyId === session.companyId) ?? null
  if (isRefusal(maySignIn(person)) || (session.companyId && !company?.usable)) return 'user_banned'
  if (session.seenCounter < claims.counter) identity.db.run(markSeen(claims)).catch(() => {})
  return { session, person, company }
}

async function verified({ tokens }: Identity, token: string): Promise<Claims | null> {
  try {
    return await tokens.verifyAccessToken(token)
  } catch (error) {
    if (error instanceof InvalidToken) return null
    throw error
  }
}
