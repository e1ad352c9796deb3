/** Challenges for passkeys, and the check of what a device has signed. */
import type { Identity } from '#features/identity/commands/identity.ts'
import {
  type ChallengePurpose,
  isCounterGood,
  passkeyChallengeMs,
} from '#features/identity/rules/passkeys.ts'
import {
  type Challenge,
  findByCredential,
  insertPasskeyChallenge,
  lockPasskey,
  type StoredPasskey,
  savePasskeyUse,
  takePasskeyChallenge,
} from '#features/identity/store/passkeys.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import type { PasskeyProof } from '#features/identity/wire/passkey-sign-in.ts'
import { passkeyTransports, type RequestOptions } from '#features/identity/wire/passkeys.ts'
import { newId } from '#kernel/ids.ts'
import { newChallenge, type RelyingParty, readAssertion, relyingParty } from '#server/auth/webauthn.ts'
import { clock } from '#server/clock.ts'

export const passkeySite = ({ site }: Pick<Identity, 'site'>): RelyingParty =>
  relyingParty(site.origin, site.product)

/** The account as devices keep it with a key: the bytes of its id. */
export const userHandle = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

export async function makeChallenge(
  { db }: Pick<Identity, 'db'>,
  purpose: ChallengePurpose,
  sessionId: string | null,
): Promise<Challenge> {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + passkeyChallengeMs)
  const made = { id: newId(now.getTime()), purpose, challenge: newChallenge(), sessionId, expiresAt }
  await insertPasskeyChallenge(outsideAnyTransaction(db), made)
  return made
}

/** Takes a challenge before anything else is judged: whatever becomes of the answer, it works no more. */
export function takeChallenge(
  { db }: Pick<Identity, 'db'>,
  asked: Pick<Challenge, 'id' | 'purpose' | 'sessionId'>,
): Promise<string | null> {
  return takePasskeyChallenge(outsideAnyTransaction(db), asked, clock.now())
}

/** A credential in the options for a browser. */
export const credentialOption = ({ credentialId: id, transports }: StoredPasskey) => ({
  id,
  type: 'public-key' as const,
  transports: passkeyTransports.filter(known => transports.includes(known)),
})

export const requestOptions = (
  identity: Pick<Identity, 'site'>,
  challenge: string,
  passkeys: readonly StoredPasskey[],
): RequestOptions => ({
  rpId: passkeySite(identity).id,
  challenge,
  timeout: passkeyChallengeMs,
  allowCredentials: passkeys.map(credentialOption),
  userVerification: 'required',
})

/** A passkey that has signed, with the counter that its device says. */
export type Proof = { readonly passkey: StoredPasskey; readonly counter: number }

/** `known`: the passkey in whose name something was signed that does not verify; null where there is none. */
export type NoProof = { readonly known: StoredPasskey | null }

/** Checks a signature against the challenge that was taken, by the key of the credential that it names. */
export async function readProof(
  identity: Pick<Identity, 'db' | 'site'>,
  { credential }: PasskeyProof,
  challenge: string,
): Promise<Proof | NoProof> {
  const passkey = await findByCredential(outsideAnyTransaction(identity.db), credential.id)
  if (passkey === null) return { known: null }
  const handle = credential.response.userHandle
  if (typeof handle === 'string' && handle !== userHandle(passkey.userId)) return { known: passkey }
  const { userHandle: _, ...response } = credential.response
  const counter = await readAssertion({ ...credential, response }, challenge, passkey, passkeySite(identity))
  return counter === null ? { known: passkey } : { passkey, counter }
}

export const isProof = (read: Proof | NoProof): read is Proof => 'counter' in read

/** Records the use of a passkey, locked with its account: `gone` once it has been removed, `suspected` where its counter went back. */
export async function recordUse(
  on: Statements,
  { passkey: { id, userId }, counter }: Proof,
  now: Date,
): Promise<'used' | 'gone' | 'suspected'> {
  const stored = await lockPasskey(on, userId, id)
  if (stored === null) return 'gone'
  if (!isCounterGood(stored.counter, counter)) return 'suspected'
  await savePasskeyUse(on, id, counter, now)
  return 'used'
}
