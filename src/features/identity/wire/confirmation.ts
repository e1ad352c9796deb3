/** Wire of the confirmation that a session's person is there, which a company asks before much money moves. */
import { z } from 'zod'
import { ConfirmingStepWire } from '#features/identity/wire/confirming-step.ts'
import { PasskeyProofWire } from '#features/identity/wire/passkey-sign-in.ts'
import { PasskeyChallengeWire } from '#features/identity/wire/passkeys.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

const ConfirmedWire = z.object({
  /** Step by which the person has confirmed. */
  method: ConfirmingStepWire,
  /** Instant until which the session is confirmed. */
  until: InstantWire,
})
export type Confirmed = z.infer<typeof ConfirmedWire>

const shared = ['session_ended', 'confirmation_way_missing', 'too_many_tries'] as const

export const PasswordConfirmationWire = z.object({
  /** Password of the account. */
  password: z.string().min(1, 'Escribe tu contraseña').max(1000),
})

export const confirmIdentityWithPassword = endpoint({
  id: 'confirmIdentityWithPassword',
  method: 'POST',
  path: '/api/account/confirmations/password',
  summary:
    'Confirms for five minutes that the session’s person is there, with the password of an account without second factor.',
  body: PasswordConfirmationWire,
  response: ConfirmedWire,
  refusals: [...shared, 'wrong_password'],
})

export const CodeConfirmationWire = z.object({
  /** Six digits that the person's application shows. */
  code: z.string().trim().min(1, 'Escribe el código').max(40),
})

export const confirmIdentityWithCode = endpoint({
  id: 'confirmIdentityWithCode',
  method: 'POST',
  path: '/api/account/confirmations/code',
  summary: 'Confirms for five minutes that the session’s person is there, with a code of their application.',
  body: CodeConfirmationWire,
  response: ConfirmedWire,
  refusals: [...shared, 'wrong_code'],
})

export const beginIdentityConfirmation = endpoint({
  id: 'beginIdentityConfirmation',
  method: 'POST',
  path: '/api/account/confirmations/passkey-challenges',
  summary: 'Begins a confirmation with a passkey: options for the browser, good once and for five minutes.',
  response: PasskeyChallengeWire,
  refusals: [...shared, 'passkey_not_found'],
})

export const confirmIdentityWithPasskey = endpoint({
  id: 'confirmIdentityWithPasskey',
  method: 'POST',
  path: '/api/account/confirmations/passkey',
  summary: 'Confirms for five minutes that the session’s person is there, with one of their passkeys.',
  body: PasskeyProofWire,
  response: ConfirmedWire,
  refusals: [...shared, 'passkey_expired', 'passkey_refused', 'passkey_suspected'],
})
