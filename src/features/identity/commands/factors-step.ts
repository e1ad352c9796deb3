/** Parts that the commands of second factors share: a change with its event, and the tokens after it. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { issueSession } from '#features/identity/commands/issue.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { type Trace, traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { stepTakenAt } from '#features/identity/rules/confirmation.ts'
import { stepsWith } from '#features/identity/rules/factors.ts'
import { type IdentityRefusal, type Person, sessionLimits, workingCompany } from '#features/identity/rules.ts'
import { type Session, saveStep } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import type { Instant } from '#kernel/day.ts'
import type { Fact } from '#kernel/fact.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

type Refused = Refusal<IdentityRefusal>
export type SessionOfPerson = Pick<LiveSession, 'session' | 'person'>
/** Methods of the second step, as a session's token names them. */
type SecondStep = 'totp' | 'recovery_code' | 'webauthn'

/**
 * Runs a change with its event, or returns its refusal. `write` must not write before it can no longer refuse; `tell`
 * makes the facts that only the change knows.
 */
export async function tracedUnlessRefused<T extends object>(
  identity: Pick<Identity, 'db' | 'log'>,
  trace: Trace,
  write: (on: Statements, now: Date) => Promise<T | Refused>,
  tell: (written: T) => readonly Fact[] = () => [],
): Promise<T | Refused> {
  const outcome: { answer: T | Refused } = { answer: refuse('session_ended') }
  await traced(identity, trace, async (on, now) => {
    const written = await write(on, now)
    outcome.answer = written
    return isRefusal(written) ? false : tell(written)
  })
  return outcome.answer
}

/** Saves that the session has taken its second step, with a factor that was made at `madeAt`; null for none that confirms. Earlier access tokens keep their lower assurance; earlier refresh tokens become void. */
export async function takeStep(
  on: Statements,
  session: Session,
  { role }: Person,
  { method, madeAt = null }: { readonly method: SecondStep; readonly madeAt?: Instant | null },
  now: Date,
): Promise<Session> {
  const counter = session.counter + 1
  const taken: Session = {
    ...session,
    counter,
    minCounter: counter,
    aal: 'aal2',
    amr: stepsWith(session.amr, method, madeAt === null ? now : stepTakenAt(madeAt, now)),
    rotatedAt: now.toISOString(),
    idleAfter: new Date(now.getTime() + sessionLimits(role).idleMs).toISOString(),
  }
  await saveStep(on, taken)
  return taken
}

/** Issues the tokens of a session after its second step. */
export function issueStep(
  identity: Identity,
  { person }: Pick<LiveSession, 'person'>,
  session: Session,
): Promise<SessionWire> {
  const company = workingCompany(person, session.companyId)
  return issueSession(identity, session, { ...person, hasSecondFactor: true }, company)
}

/** Records a wrong code, or a passkey's wrong answer, in the journal. */
export async function recordWrongCode(
  identity: Identity,
  live: SessionOfPerson,
  method: SecondStep,
): Promise<void> {
  const { session, person } = live
  const fact = identityFact('session.second_factor_failed', person.id, {
    after: { sessionId: session.id, method },
  })
  await traced(identity, ownTrace(live, fact), async () => true)
}

/** Trace of a change to the own account by the session's person. */
export function ownTrace({ session, person }: SessionOfPerson, fact: Fact): Trace {
  return { userId: person.id, companyId: session.companyId, actorId: person.id, facts: [fact] }
}
