/** A new passkey: the device is asked for a key, and the key becomes a second factor. */
import { issueStep, takeStep, tracedUnlessRefused } from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { proveOwner } from '#features/identity/commands/owner-proof.ts'
import {
  credentialOption,
  makeChallenge,
  passkeySite,
  takeChallenge,
  userHandle,
} from '#features/identity/commands/passkeys-proof.ts'
import { identityFact } from '#features/identity/facts.ts'
import { freePasskeyName, mayAddPasskey, passkeyChallengeMs } from '#features/identity/rules/passkeys.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal, Person } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import {
  deleteUnfinished,
  hasAnyFactor,
  lockFactors,
  saveSecondFactor,
} from '#features/identity/store/factors.ts'
import { lockOwnSessions } from '#features/identity/store/impersonations.ts'
import { findPasskeys, insertPasskey, type StoredPasskey } from '#features/identity/store/passkeys.ts'
import { deleteWeakSessions, findSession, type Session } from '#features/identity/store/sessions.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { passkeyLetter } from '#features/identity/text/letters.ts'
import {
  type AddedPasskey,
  type beginPasskey,
  type CreationOptions,
  passkeyTransports,
} from '#features/identity/wire/passkeys.ts'
import type { SessionWire } from '#features/identity/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { algorithms, type NewCredential, type RelyingParty, readRegistration } from '#server/auth/webauthn.ts'
import { sqlState } from '#server/database/db.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'

type Refused = Refusal<IdentityRefusal>
type Begun = { challengeId: string; options: CreationOptions }
type Tokens = Pick<SessionWire, 'access_token' | 'refresh_token'>

/**
 * Begins a passkey: the device is asked for a key, unless it has one of the account. A first factor in a session of long
 * ago needs the current password: the passkey would open the account for whoever found the session open.
 */
export async function beginAdding(
  identity: Identity,
  self: Self,
  { currentPassword }: BodyOf<typeof beginPasskey>,
): Promise<Begun | Refused> {
  const [stopped] = await identity.limits.take([{ limit: limits.challenge, subject: self.userId }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const [person, passkeys, session] = await readAsPerson(identity.db, self.userId, tx =>
    Promise.all([loadPerson(tx, tx.userId), findPasskeys(tx, tx.userId), findSession(tx, self.sessionId)]),
  )
  if (!person || !session) return refuse('session_ended')
  const hasFactor = person.hasSecondFactor || passkeys.length > 0
  const may = mayAdd(self, person, passkeys.length, hasFactor)
  if (isRefusal(may)) return may
  const isOwner = hasFactor || (await proveOwner(identity, { session, person }, currentPassword ?? null))
  if (isRefusal(isOwner)) return isOwner
  const { id, challenge } = await makeChallenge(identity, 'registration', self.sessionId)
  return { challengeId: id, options: creationOptions(passkeySite(identity), person, passkeys, challenge) }
}

/** Permission for a passkey of this session's person, who has so many. */
export const mayAdd = (
  { boundTo, aal }: Self,
  { untrustedReason }: Person,
  count: number,
  hasFactor: boolean,
) =>
  mayAddPasskey({
    count,
    hasFactor,
    isSecondStepDone: aal === 'aal2',
    untrustedReason,
    isOfCompany: boundTo !== null,
  })

const creationOptions = (
  site: RelyingParty,
  { id, email, name, lastName }: Person,
  passkeys: readonly StoredPasskey[],
  challenge: string,
): CreationOptions => ({
  rp: { id: site.id, name: site.name },
  user: { id: userHandle(id), name: email, displayName: `${name} ${lastName}`.trim() || email },
  challenge,
  pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' })),
  timeout: passkeyChallengeMs,
  excludeCredentials: passkeys.map(credentialOption),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
})

/** Adds the passkey that a device has made. It is the session's second step as well. */
export async function addOwnPasskey(
  identity: Identity,
  self: Self,
  { challengeId, name, credential }: AddedPasskey,
): Promise<Tokens | Refused> {
  const { userId, sessionId, companyId } = self
  const [stopped] = await identity.limits.take([{ limit: limits.passkey, subject: userId }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const challenge = await takeChallenge(identity, { id: challengeId, purpose: 'registration', sessionId })
  if (challenge === null) return refuse('passkey_expired')
  const { transports = [], ...response } = credential.response
  const made = await readRegistration({ ...credential, response }, challenge, passkeySite(identity))
  if (made === null) return refuse('passkey_refused')
  const person = await readAsPerson(identity.db, userId, tx => loadPerson(tx, tx.userId))
  if (!person) return refuse('session_ended')
  const addition = { self, person, made, name, transports }
  const added = await refusingKnown(() =>
    tracedUnlessRefused(
      identity,
      { userId, companyId, actorId: userId, facts: [] },
      (on, now) => saveAddition(identity, on, addition, now),
      ({ passkey }) => [identityFact('account.passkey_added', userId, { after: { sessionId, passkey } })],
    ),
  )
  return isRefusal(added) ? added : issueStep(identity, { person }, added.session)
}

type Addition = {
  readonly self: Self
  readonly person: Person
  readonly made: NewCredential
  readonly name: string
  readonly transports: readonly string[]
}

async function saveAddition(
  identity: Identity,
  on: Statements,
  { self, person, made, name, transports }: Addition,
  now: Date,
): Promise<{ session: Session; passkey: string } | Refused> {
  const { userId, sessionId } = self
  await lockFactors(on, userId)
  const passkeys = await findPasskeys(on, userId)
  const hasFactor = await hasAnyFactor(on, userId)
  const may = mayAdd(self, person, passkeys.length, hasFactor)
  if (isRefusal(may)) return may
  // The first factor ends the other sessions: all are locked in the order in which every command locks them.
  await lockOwnSessions(on, userId, {})
  const session = await findSession(on, sessionId)
  if (!session) return refuse('session_ended')
  const taken = passkeys.map(passkey => passkey.name)
  const row = { id: newId(now.getTime()), userId, name: freePasskeyName(name, taken), ...made }
  await insertPasskey(
    on,
    { ...row, transports: passkeyTransports.filter(one => transports.includes(one)) },
    now,
  )
  await deleteUnfinished(on, userId, null)
  // Said each time: a program of the release before turns it off with the last application of codes.
  await saveSecondFactor(on, userId, true, now)
  if (!hasFactor) await deleteWeakSessions(on, userId, sessionId)
  const page = `${identity.site.origin}/login`
  await identity.post(on, passkeyLetter(person, 'added', { name: row.name, url: page }), now)
  return {
    session: await takeStep(on, session, person, { method: 'webauthn', madeAt: now.toISOString() }, now),
    passkey: row.name,
  }
}

/** Turns a unique violation into a refusal: an account has the credential already. */
async function refusingKnown<T>(work: () => Promise<T>): Promise<T | Refusal<'passkey_known'>> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === '23505') return refuse('passkey_known')
    throw error
  }
}
