/** Check of a code of a factor: it completes an enrolment, or the second step of a session. */
import {
  issueStep,
  ownTrace,
  recordWrongCode,
  takeStep,
  tracedUnlessRefused,
} from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { codeFactors, hasTakenStep, type LiveSession } from '#features/identity/commands/session.ts'
import { identityFact } from '#features/identity/facts.ts'
import { isCode, isFresh, mayConfirm } from '#features/identity/rules/factors.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import {
  deleteChallenge,
  deleteUnfinished,
  hasAnyFactor,
  isChallengeOpen,
  lockFactor,
  lockFactors,
  type StoredFactor,
  saveFactorStep,
  saveSecondFactor,
} from '#features/identity/store/factors.ts'
import { lockOwnSessions } from '#features/identity/store/impersonations.ts'
import { deleteWeakSessions, findSession, type Session } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { secondFactorLetter } from '#features/identity/text/letters.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { stepOfCode } from '#server/auth/totp.ts'

type Refused = Refusal<IdentityRefusal>
export type Attempt = { readonly factorId: string; readonly challengeId: string; readonly code: string }

/** Verifies a code of the application: completes an enrolment, or takes the second step of a session. */
export async function verifyFactor(
  identity: Identity,
  live: LiveSession,
  attempt: Attempt,
): Promise<SessionWire | Refused> {
  const factor = codeFactors(live).find(one => one.id === attempt.factorId)
  if (!factor) return refuse('factor_not_found')
  if (!isCode(attempt.code)) return refuse('wrong_code')
  const tries = [{ limit: limits.factor, subject: factor.id }]
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const kind =
    factor.status === 'verified' ? 'session.second_factor_verified' : 'account.second_factor_enrolled'
  const trace = ownTrace(
    live,
    identityFact(kind, live.person.id, {
      after: { sessionId: live.session.id, factor: factor.friendly_name },
    }),
  )
  const session = await tracedUnlessRefused(identity, trace, (on, now) =>
    confirmCode(identity, on, live, attempt, now),
  )
  if (isRefusal(session)) {
    if (session.refused === 'wrong_code') await recordWrongCode(identity, live, 'totp')
    return session
  }
  identity.inBackground(identity.limits.uncount(tries))
  return issueStep(identity, live, session)
}

async function confirmCode(
  identity: Identity,
  on: Statements,
  live: LiveSession,
  { factorId, challengeId, code }: Attempt,
  now: Date,
): Promise<Session | Refused> {
  await lockFactors(on, live.person.id)
  const factor = await lockFactor(on, live.person.id, factorId)
  if (!factor) return refuse('factor_not_found')
  const hasFactor = await hasAnyFactor(on, live.person.id)
  const may = mayConfirm(factor, { hasFactor, isSecondStepDone: hasTakenStep(live) })
  if (isRefusal(may)) return may
  if (!(await isChallengeOpen(on, { id: challengeId, factorId }, now))) return refuse('challenge_expired')
  const step = findTimeStep(identity, factor, code, now)
  if (!isFresh(step, factor.lastStep)) return refuse('wrong_code')
  // The first factor ends the other sessions: all are locked in the order in which every command locks them.
  await lockOwnSessions(on, live.person.id, {})
  const session = await findSession(on, live.session.id)
  if (!session) return refuse('session_ended')
  await saveFactorStep(on, factorId, step, now)
  await deleteChallenge(on, challengeId)
  if (factor.status === 'unverified') await completeEnrolment(identity, on, live, hasFactor, now)
  return takeStep(on, session, live.person, { method: 'totp', madeAt: factor.createdAt }, now)
}

/** The time step of a code; null for one that the application does not show. */
export function findTimeStep(
  { seal, log }: Identity,
  factor: StoredFactor,
  code: string,
  now: Date,
): number | null {
  const secret = seal.unseal(factor.sealedSecret)
  if (secret === null) log.error({ factorId: factor.id }, 'identity: sealed under another APP_SECRET')
  return secret === null ? null : stepOfCode(secret, code, now)
}

/** Completes an enrolment. The first factor ends all sessions with one factor: a stolen password is worthless from then on. */
async function completeEnrolment(
  identity: Identity,
  on: Statements,
  { session, person }: LiveSession,
  hasFactor: boolean,
  now: Date,
): Promise<void> {
  await deleteUnfinished(on, person.id, null)
  await saveSecondFactor(on, person.id, true, now)
  if (!hasFactor) await deleteWeakSessions(on, person.id, session.id)
  await identity.post(on, secondFactorLetter(person, 'on', `${identity.site.origin}/login`), now)
}
