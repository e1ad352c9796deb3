/** The live session of a request to the account's own endpoints. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { asImpersonated } from '#features/identity/rules/impersonation.ts'
import { type Membership, maySignIn, type Person } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { findFactors } from '#features/identity/store/factors.ts'
import { findPasskeyFactors } from '#features/identity/store/passkeys.ts'
import { findParent, findSession, type Session } from '#features/identity/store/sessions.ts'
import type { FactorWire } from '#features/identity/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { type Claims, markSeen } from '#server/auth/session.ts'
import { InvalidToken, parseBearer } from '#server/auth/tokens.ts'
import { type PersonTx, readAsPerson } from '#server/database/person.ts'

export type LiveSession = {
  readonly session: Session
  readonly person: Person
  readonly company: Membership | null
  /** Applications of codes and passkeys. */
  readonly factors: readonly FactorWire[]
  /** Assurance of the presented token: one signed before the second step keeps its lower level. */
  readonly aal: Claims['aal']
}

export type NoSession =
  | 'no_authorization'
  | 'bad_jwt'
  | 'session_not_found'
  | 'user_not_found'
  | 'user_banned'

/** The live session of a bearer token, with its person; or the reason why there is none. */
export async function liveSession(
  identity: Identity,
  authorization: string | undefined,
): Promise<LiveSession | NoSession> {
  const token = parseBearer(authorization)
  if (token === null) return 'no_authorization'
  const claims = await verifiedClaims(identity, token)
  if (!claims) return 'bad_jwt'
  const { session, person, factors, isAlive } = await readAsPerson(identity.db, claims.userId, tx =>
    loadSession(tx, claims),
  )
  if (!person) return 'user_not_found'
  if (!session || session.userId !== person.id || !isAlive) return 'session_not_found'
  const company = person.memberships.find(({ companyId }) => companyId === session.companyId) ?? null
  if (isRefusal(maySignIn(person)) || (session.companyId && !company?.usable)) return 'user_banned'
  if (session.seenCounter < claims.counter) identity.db.run(markSeen(claims)).catch(() => {})
  if (session.parentId !== null)
    return { session, company, person: asImpersonated(person, company), factors: [], aal: claims.aal }
  return { session, person, company, factors, aal: claims.aal }
}

/** True when the person has a second factor and this session has not taken the second step. */
export function stepIsMissing(live: LiveSession): boolean {
  return live.person.hasSecondFactor && !hasTakenStep(live)
}

export function hasTakenStep({ session, aal }: LiveSession): boolean {
  return session.aal === 'aal2' && aal === 'aal2'
}

/** The account's applications of codes, which the client's protocol enrols, asks and removes. */
export const codeFactors = ({ factors }: LiveSession): readonly FactorWire[] =>
  factors.filter(factor => factor.factor_type === 'totp')

async function loadSession(tx: PersonTx, claims: Claims) {
  const [session, parent, person, factors, passkeys] = await Promise.all([
    findSession(tx, claims.sessionId),
    findParent(tx, claims.sessionId),
    loadPerson(tx, tx.userId),
    findFactors(tx, tx.userId),
    findPasskeyFactors(tx, tx.userId),
  ])
  const isWhole =
    (session?.impersonatorId ?? null) === (claims.impersonator?.userId ?? null) &&
    (session?.parentId ?? null) === (parent?.id ?? null)
  const isAlive = isWhole && [session, parent].every(one => one === null || isRunning(one, tx.now))
  return { session, person, factors: [...factors, ...passkeys], isAlive }
}

function isRunning({ notAfter, idleAfter }: Session, now: Date): boolean {
  return notAfter > now.toISOString() && idleAfter > now.toISOString()
}

async function verifiedClaims({ tokens }: Identity, token: string): Promise<Claims | null> {
  try {
    return await tokens.verifyAccessToken(token)
  } catch (error) {
    if (error instanceof InvalidToken) return null
    throw error
  }
}
