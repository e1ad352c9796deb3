/** Sign-in with a passkey alone, and the second step with one. */
import {
  issueStep,
  ownTrace,
  recordWrongCode,
  type SessionOfPerson,
  takeStep,
  tracedUnlessRefused,
} from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { openSession } from '#features/identity/commands/open-session.ts'
import {
  isProof,
  makeChallenge,
  type Proof,
  readProof,
  recordUse,
  requestOptions,
  takeChallenge,
} from '#features/identity/commands/passkeys-proof.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { isShutOut, journalFailure, mayEnterNow } from '#features/identity/commands/sign-in.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { limits, passkeyTries } from '#features/identity/rules/tries.ts'
import { type IdentityRefusal, type Person, workingCompany } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { lockFactors } from '#features/identity/store/factors.ts'
import { lockOwnSessions } from '#features/identity/store/impersonations.ts'
import { findPasskeys, type StoredPasskey } from '#features/identity/store/passkeys.ts'
import { findSession, type Session } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { passkeyLetter } from '#features/identity/text/letters.ts'
import type { PasskeyProof } from '#features/identity/wire/passkey-sign-in.ts'
import type { RequestOptions } from '#features/identity/wire/passkeys.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { readAsPerson } from '#server/database/person.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<IdentityRefusal>
type Begun = { challengeId: string; options: RequestOptions }

/** Begins a sign-in with whatever passkey the person's device offers: the answer is the same for everybody. */
export async function beginPasskeyEntry(identity: Identity, from: Origin): Promise<Begun | Refused> {
  const [stopped] = await identity.limits.take([{ limit: limits.passkeyChallengeFrom, subject: from.ip }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const { id, challenge } = await makeChallenge(identity, 'sign_in', null)
  return { challengeId: id, options: requestOptions(identity, challenge, []) }
}

/**
 * Signs in with a passkey alone: what the device has and what it knows of its person are two factors. An unknown
 * passkey, a wrong signature and a missing account get one answer.
 */
export async function enterWithPasskey(
  identity: Identity,
  proof: PasskeyProof,
  from: Origin,
): Promise<SessionWire | Refused> {
  const tries = passkeyTries(proof.credential.id, from.ip)
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const taken = { id: proof.challengeId, purpose: 'sign_in', sessionId: null } as const
  const challenge = await takeChallenge(identity, taken)
  if (challenge === null) return refuse('passkey_expired')
  const read = await readProof(identity, proof, challenge)
  // Without a handle the device did not choose the account, but was asked for one of a list.
  if (!isProof(read) || typeof proof.credential.response.userHandle !== 'string') {
    const { userId } = (isProof(read) ? read.passkey : read.known) ?? {}
    if (userId !== undefined) identity.inBackground(journalFailure(identity, userId, from))
    return refuse('passkey_refused')
  }
  const { userId } = read.passkey
  const person = await readAsPerson(identity.db, userId, tx => loadPerson(tx, tx.userId))
  if (!person) return refuse('passkey_refused')
  const may = await mayEnterNow(identity, person)
  if (isRefusal(may)) {
    if (isShutOut(may)) identity.inBackground(journalFailure(identity, userId, from))
    return may
  }
  const entered = await openWithPasskey(identity, person, read, from)
  if (!isRefusal(entered)) identity.inBackground(identity.limits.uncount(tries))
  return entered
}

async function openWithPasskey(identity: Identity, person: Person, proof: Proof, from: Origin) {
  let outcome: Awaited<ReturnType<typeof recordUse>> = 'gone'
  const write = async (on: Statements, now: Date) => {
    await lockFactors(on, person.id)
    outcome = await recordUse(on, proof, now)
    return outcome === 'used' ? person : null
  }
  const { createdAt: madeAt } = proof.passkey
  const entrance = { method: 'webauthn', aal: 'aal2', madeAt, spending: { fact: null, write } } as const
  const session = await openSession(identity, person, from, entrance)
  if (session !== null) return session
  return refuseUse(identity, person, proof.passkey, outcome)
}

/** Refuses a passkey that is gone, or whose counter went back: then its person is told. */
export async function refuseUse(
  identity: Identity,
  person: Person,
  passkey: StoredPasskey,
  outcome: 'used' | 'gone' | 'suspected',
): Promise<Refused> {
  if (outcome !== 'suspected') return refuse('passkey_refused')
  const companyId = workingCompany(person, null)?.companyId ?? null
  const fact = identityFact('account.passkey_suspected', person.id, { after: { passkey: passkey.name } })
  const trace = { userId: person.id, companyId, actorId: null, facts: [fact] }
  const letter = passkeyLetter(person, 'suspected', {
    name: passkey.name,
    url: `${identity.site.origin}/login`,
  })
  await traced(identity, trace, async (on, now) => {
    await identity.post(on, letter, now)
    return true
  })
  return refuse('passkey_suspected')
}

/** Begins the second step of a session with one of the account's passkeys. */
export async function beginPasskeyStep(
  identity: Identity,
  { person, session }: SessionOfPerson,
): Promise<Begun | Refused> {
  const [stopped] = await identity.limits.take([{ limit: limits.challenge, subject: person.id }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const passkeys = await findPasskeys(outsideAnyTransaction(identity.db), person.id)
  if (passkeys.length === 0) return refuse('passkey_not_found')
  const { id, challenge } = await makeChallenge(identity, 'second_step', session.id)
  return { challengeId: id, options: requestOptions(identity, challenge, passkeys) }
}

/** Takes the second step of a session with one of the account's passkeys. */
export async function stepWithPasskey(
  identity: Identity,
  live: LiveSession,
  proof: PasskeyProof,
): Promise<SessionWire | Refused> {
  const { person, session } = live
  const tries = [{ limit: limits.passkey, subject: person.id }]
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const taken = { id: proof.challengeId, purpose: 'second_step', sessionId: session.id } as const
  const challenge = await takeChallenge(identity, taken)
  if (challenge === null) return refuse('passkey_expired')
  const read = await readProof(identity, proof, challenge)
  if (!isProof(read) || read.passkey.userId !== person.id) {
    await recordWrongCode(identity, live, 'webauthn')
    return refuse('passkey_refused')
  }
  const stepped = await saveStepWith(identity, live, read)
  if (stepped === 'gone' || stepped === 'suspected') return refuseUse(identity, person, read.passkey, stepped)
  if (isRefusal(stepped)) return stepped
  identity.inBackground(identity.limits.uncount(tries))
  return issueStep(identity, live, stepped)
}

async function saveStepWith(
  identity: Identity,
  live: LiveSession,
  proof: Proof,
): Promise<Session | Refused | 'gone' | 'suspected'> {
  const { person } = live
  let outcome: Awaited<ReturnType<typeof recordUse>> = 'used'
  const fact = identityFact('session.second_factor_verified', person.id, {
    after: { sessionId: live.session.id, factor: proof.passkey.name },
  })
  const session = await tracedUnlessRefused(identity, ownTrace(live, fact), async (on, now) => {
    await lockFactors(on, person.id)
    await lockOwnSessions(on, person.id, { only: live.session.id })
    const session = await findSession(on, live.session.id)
    if (!session) return refuse('session_ended')
    outcome = await recordUse(on, proof, now)
    return outcome === 'used'
      ? takeStep(on, session, person, { method: 'webauthn', madeAt: proof.passkey.createdAt }, now)
      : refuse('passkey_refused')
  })
  return isRefusal(session) && outcome !== 'used' ? outcome : session
}
