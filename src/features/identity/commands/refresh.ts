/** Renewal of a session's tokens. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { issueSession } from '#features/identity/commands/issue.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { limits } from '#features/identity/rules/tries.ts'
import {
  type IdentityRefusal,
  judgeRefresh,
  type Membership,
  maySignIn,
  type Person,
  sessionLimits,
  workingCompany,
} from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import {
  deleteSession,
  findSession,
  lockSession,
  type Session,
  saveRotation,
} from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { theftLetter } from '#features/identity/text/letters.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { RefreshToken } from '#server/auth/refresh-token.ts'
import { asPerson, type PersonTx } from '#server/database/person.ts'
import { commonProblem } from '#server/problems.ts'

type Refused = Refusal<IdentityRefusal>
type Refreshed = { session: Session; person: Person; company: Membership | null }
type Stolen = { stolen: Session; person: Person }

/** Renews a session's tokens. Concurrent refreshes converge on one next token; a token reused later ends its session. */
export async function refresh(identity: Identity, text: string): Promise<SessionWire | Refused> {
  const token = identity.refreshTokens.read(text)
  const owner = token && (await findSession(outsideAnyTransaction(identity.db), token.sessionId))
  if (!owner || !identity.refreshTokens.isGenuine(token, owner.hmacKey))
    return refuse('refresh_token_not_found')
  const [stopped] = await identity.limits.take([{ limit: limits.refresh, subject: owner.id }])
  // Not a refusal: the client would throw its session away.
  if (stopped) throw commonProblem('busy', {}, stopped.waitSeconds)
  const outcome = await asPerson(identity.db, owner.userId, tx => rotateOrRepeat(tx, token))
  if ('stolen' in outcome) return endStolen(identity, outcome.stolen, outcome.person)
  if (isRefusal(outcome)) {
    if (outcome.refused === 'session_expired') await endExpired(identity, token.sessionId)
    return outcome
  }
  return issueSession(identity, outcome.session, outcome.person, outcome.company)
}

async function rotateOrRepeat(tx: PersonTx, token: RefreshToken): Promise<Refreshed | Stolen | Refused> {
  const [session, person] = await Promise.all([lockSession(tx, token.sessionId), loadPerson(tx, tx.userId)])
  // A session of impersonation has no refresh token: a token that names one is not ours.
  if (!session || !person || session.parentId !== null) return refuse('refresh_token_not_found')
  const verdict = judgeRefresh(session, token.counter, tx.now)
  if (isRefusal(verdict)) return verdict
  if (verdict === 'theft') return { stolen: session, person }
  const standing = maySignIn(person)
  if (isRefusal(standing)) return standing
  const company = workingCompany(person, session.companyId, session.boundTo)
  if (session.boundTo !== null && company === null) return refuse('deactivated')
  if (verdict === 'repeat') return { session, person, company }
  const rotated = rotate(session, person, company, tx.now)
  await saveRotation(tx, rotated)
  return { session: rotated, person, company }
}

function rotate(session: Session, person: Person, company: Membership | null, now: Date): Session {
  return {
    ...session,
    companyId: company?.companyId ?? null,
    counter: session.counter + 1,
    rotatedAt: now.toISOString(),
    idleAfter: new Date(now.getTime() + sessionLimits(person.role).idleMs).toISOString(),
  }
}

/** Ends a session whose refresh token was stolen, and mails the person; their other sessions stay. */
async function endStolen(identity: Identity, { id, userId, companyId }: Session, person: Person) {
  const fact = identityFact('session.theft_detected', id, {})
  await traced(identity, { userId, companyId, actorId: userId, facts: [fact] }, async (on, now) => {
    if (!(await deleteSession(on, id))) return false
    await identity.post(on, theftLetter(person, `${identity.site.origin}/login`), now)
    return true
  })
  return refuse('refresh_token_already_used')
}

async function endExpired({ db }: Identity, sessionId: string): Promise<void> {
  await deleteSession(outsideAnyTransaction(db), sessionId)
}
