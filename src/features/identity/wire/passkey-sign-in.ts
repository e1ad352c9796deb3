/** Wire of signing in with a passkey alone. */
import { z } from 'zod'
import { AssertionWire, PasskeyChallengeWire, TokensWire } from '#features/identity/wire/passkeys.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { UuidWire } from '#kernel/wire.ts'

export const beginPasskeySignIn = endpoint({
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/api/passkey-sign-in/challenges',
  summary: 'Begins signing in with a passkey, whosever it is. It says nothing of anybody.',
  response: PasskeyChallengeWire,
  refusals: ['too_many_tries'],
})

/** A challenge, signed by a passkey. */
export const PasskeyProofWire = z.object({
  /** Challenge that the device has signed. */
  challengeId: UuidWire,
  credential: AssertionWire,
})
export type PasskeyProof = z.output<typeof PasskeyProofWire>

export const finishPasskeySignIn = endpoint({
  id: 'finishPasskeySignIn',
  method: 'POST',
  path: '/api/passkey-sign-in/sessions',
  summary: 'Ends signing in with a passkey: a session with two factors.',
  body: PasskeyProofWire,
  response: TokensWire,
  refusals: [
    'too_many_tries',
    'passkey_expired',
    'passkey_refused',
    'passkey_suspected',
    'email_not_confirmed',
    'pending_activation',
    'deactivated',
    'company_sign_in_required',
  ],
})
