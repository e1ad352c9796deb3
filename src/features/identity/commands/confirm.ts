/** Confirmation that a session's person is there: by a passkey, a code of their application, or their password. */
import {
  ownTrace,
  recordWrongCode,
  type SessionOfPerson,
  tracedUnlessRefused,
} from '#features/identity/commands/factors-step.ts'
import { findTimeStep } from '#features/identity/commands/factors-verify.ts'
import { type Identity, verifyCounted } from '#features/identity/commands/identity.ts'
import { isProof, readProof, recordUse, takeChallenge } from '#features/identity/commands/passkeys-proof.ts'
import { beginPasskeyStep, refuseUse } from '#features/identity/commands/passkeys-sign-in.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import {
  type ConfirmationWays,
  type ConfirmingStep,
  confirmationMs,
  confirmationWays,
  isSettled,
} from '#features/identity/rules/confirmation.ts'
import { isCode, isFresh, stepsWith } from '#features/identity/rules/factors.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { findPasswordHash, loadPerson, lockAccount } from '#features/identity/store/accounts.ts'
import { findApplicationIds, findProofs, saveSteps } from '#features/identity/store/confirmations.ts'
import { lockFactor, lockFactors, saveFactorStep } from '#features/identity/store/factors.ts'
import { lockOwnSessions } from '#features/identity/store/impersonations.ts'
import { findSession } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import type { Confirmed } from '#features/identity/wire/confirmation.ts'
import type { PasskeyProof } from '#features/identity/wire/passkey-sign-in.ts'
import { isRefusal, type Refusal, refuse, refuseAt } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'

type Refused = Refusal<IdentityRefusal>

/** Confirms with the account's password, where it has no second factor. */
export async function confirmWithPassword(
  identity: Identity,
  self: Self,
  password: string,
): Promise<Confirmed | Refused> {
  const live = await personWho(identity, self, 'password')
  if (isRefusal(live)) return live
  const tries = [{ limit: limits.confirmation, subject: self.userId }]
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const stored = await findPasswordHash(outsideAnyTransaction(identity.db), self.userId)
  const isRight = await verifyCounted(identity, tries, { stored, typed: password })
  const isOpen = identity.openTo?.has(live.person.email) ?? false
  if (!isRight && !isOpen) return refusePassword(identity, live)
  const confirmed = await saveConfirmation(identity, live, 'password', async on => {
    const account = await lockAccount(on, self.userId)
    return account?.passwordHash === stored ? true : refuse('session_ended')
  })
  if (!isRefusal(confirmed)) identity.inBackground(identity.limits.uncount(tries))
  return confirmed
}

async function refusePassword(identity: Identity, live: SessionOfPerson): Promise<Refused> {
  const fact = identityFact('session.confirmation_failed', live.person.id, {
    after: { sessionId: live.session.id, method: 'password' },
  })
  await traced(identity, ownTrace(live, fact), async () => true)
  return refuseAt('/password', 'wrong_password')
}

/** Begins a confirmation with one of the account's passkeys. */
export async function beginPasskeyConfirmation(identity: Identity, self: Self) {
  const live = await personWho(identity, self, 'passkey')
  return isRefusal(live) ? live : beginPasskeyStep(identity, live)
}

/** Confirms with one of the account's passkeys. */
export async function confirmWithPasskey(
  identity: Identity,
  self: Self,
  proof: PasskeyProof,
): Promise<Confirmed | Refused> {
  const live = await personWho(identity, self, 'passkey')
  if (isRefusal(live)) return live
  const tries = [{ limit: limits.passkey, subject: self.userId }]
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const taken = { id: proof.challengeId, purpose: 'second_step', sessionId: self.sessionId } as const
  const challenge = await takeChallenge(identity, taken)
  if (challenge === null) return refuse('passkey_expired')
  const read = await readProof(identity, proof, challenge)
  const isTheirs = isProof(read) && read.passkey.userId === self.userId
  if (isTheirs && !isSettled(read.passkey.createdAt, clock.now())) return refuse('confirmation_way_missing')
  if (!isTheirs) {
    await recordWrongCode(identity, live, 'webauthn')
    return refuse('passkey_refused')
  }
  let outcome: Awaited<ReturnType<typeof recordUse>> = 'used'
  const confirmed = await saveConfirmation(identity, live, 'webauthn', async (on, now) => {
    outcome = await recordUse(on, read, now)
    return outcome === 'used' ? true : refuse('passkey_refused')
  })
  if (outcome !== 'used') return refuseUse(identity, live.person, read.passkey, outcome)
  if (!isRefusal(confirmed)) identity.inBackground(identity.limits.uncount(tries))
  return confirmed
}

/** Confirms with a code of one of the account's applications: it is not known which of several shows it. */
export async function confirmWithCode(
  identity: Identity,
  self: Self,
  code: string,
): Promise<Confirmed | Refused> {
  const live = await personWho(identity, self, 'code')
  if (isRefusal(live)) return live
  if (!isCode(code)) return refuseAt('/code', 'wrong_code')
  const ids = await findApplicationIds(outsideAnyTransaction(identity.db), self.userId, clock.now())
  const tries = ids.map(subject => ({ limit: limits.factor, subject }))
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const confirmed = await saveConfirmation(identity, live, 'totp', async (on, now) => {
    for (const id of ids) {
      const factor = await lockFactor(on, self.userId, id)
      const step = factor === null ? null : findTimeStep(identity, factor, code, now)
      if (factor === null || !isFresh(step, factor.lastStep)) continue
      await saveFactorStep(on, id, step, now)
      return true
    }
    return refuseAt('/code', 'wrong_code')
  })
  if (!isRefusal(confirmed)) identity.inBackground(identity.limits.uncount(tries))
  else if (confirmed.refused === 'wrong_code') await recordWrongCode(identity, live, 'totp')
  return confirmed
}

/** The person of a live session, where their account may confirm in this way. */
async function personWho(
  identity: Identity,
  self: Self,
  way: keyof ConfirmationWays,
): Promise<SessionOfPerson | Refused> {
  const [person, session, proofs] = await readAsPerson(identity.db, self.userId, tx =>
    Promise.all([
      loadPerson(tx, self.userId),
      findSession(tx, self.sessionId),
      findProofs(tx, self.sessionId, tx.now),
    ]),
  )
  if (!person || !session || !proofs) return refuse('session_ended')
  return confirmationWays(proofs)[way] ? { person, session } : refuse('confirmation_way_missing')
}

/** Saves that the session has been confirmed, unless `check` refuses; account and session are locked before. */
function saveConfirmation(
  identity: Identity,
  live: SessionOfPerson,
  method: ConfirmingStep,
  check: (on: Statements, now: Date) => Promise<true | Refused>,
): Promise<Confirmed | Refused> {
  const { person, session } = live
  const fact = identityFact('session.confirmed', person.id, { after: { sessionId: session.id, method } })
  return tracedUnlessRefused(identity, ownTrace(live, fact), async (on, now) => {
    await lockFactors(on, person.id)
    await lockOwnSessions(on, person.id, { only: session.id })
    const current = await findSession(on, session.id)
    if (!current) return refuse('session_ended')
    const checked = await check(on, now)
    if (checked !== true) return checked
    const steps = stepsWith(current.amr, method, now)
    await saveSteps(on, session.id, steps)
    return { method, until: new Date(now.getTime() + confirmationMs).toISOString() }
  })
}
