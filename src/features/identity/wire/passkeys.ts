/** Wire of passkeys: WebAuthn’s options and answers in JSON, and the list on the profile. */
import { z } from 'zod'
import { longestPasskeyName } from '#features/identity/rules/passkeys.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, lineWire, UuidWire } from '#kernel/wire.ts'

/** Bytes in base64url, of a length that no device exceeds. */
const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/, 'Datos no válidos')

/** Ways in which a browser reaches a device. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const CredentialId = bytes(1364)
const name = lineWire(longestPasskeyName, 'Escribe un nombre')
const kind = z.literal('public-key')

export const PasskeyNameWire = z.object({
  /** Name by which the person knows the device. */
  name,
})

const KnownCredential = z.object({
  id: z.string(),
  type: kind,
  transports: z.array(z.enum(passkeyTransports)),
})

/** Options with which a browser asks a device for a new key. */
export const CreationOptionsWire = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: kind })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptionsWire>

/** Options with which a browser asks a device to sign. */
export const RequestOptionsWire = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  /** Keys of which one shall sign; empty for whichever the person chooses. */
  allowCredentials: z.array(KnownCredential),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof RequestOptionsWire>

const extensions = z.looseObject({}).transform(() => ({}))

/** A new key, as the device answers. */
export const RegistrationWire = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: kind,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(12_000),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
  clientExtensionResults: extensions,
})

/** A signature, as the device answers. */
export const AssertionWire = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: kind,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(2000),
    /** Whose key it is, as the device keeps it. */
    userHandle: bytes(200).nullish(),
  }),
  clientExtensionResults: extensions,
})
export type Assertion = z.output<typeof AssertionWire>

export const PasskeyWire = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: InstantWire,
  /** Null until it has been used for the first time after it was added. */
  lastUsedAt: InstantWire.nullable(),
})
export type Passkey = z.infer<typeof PasskeyWire>

/** Tokens of a session, which replace those of before. */
export const TokensWire = z.object({ access_token: z.string(), refresh_token: z.string() })

export const PasskeyChallengeWire = z.object({ challengeId: UuidWire, options: RequestOptionsWire })

export const listPasskeys = endpoint({
  id: 'listPasskeys',
  method: 'GET',
  path: '/api/account/passkeys',
  summary: 'The person’s passkeys, oldest first.',
  response: z.object({ passkeys: z.array(PasskeyWire) }),
})

const refusalsOfAdding = [
  'session_of_company',
  'passkey_of_untrusted_account',
  'enrolment_needs_second_step',
  'too_many_passkeys',
  'too_many_tries',
  'session_ended',
] as const

export const BeginPasskeyWire = z.object({
  /** Password until now: asked for a first factor, unless the person has signed in within ten minutes. */
  currentPassword: z.string().max(1000).optional(),
})

export const beginPasskey = endpoint({
  id: 'beginPasskey',
  method: 'POST',
  path: '/api/account/passkeys/challenges',
  summary: 'Begins a new passkey: the options for the browser, good once and for five minutes.',
  body: BeginPasskeyWire,
  response: z.object({ challengeId: UuidWire, options: CreationOptionsWire }),
  refusals: [...refusalsOfAdding, 'current_password_required', 'current_password_invalid'],
})

export const AddPasskeyWire = z.object({
  /** Challenge that the device has signed. */
  challengeId: UuidWire,
  /** Name by which the person knows the device. */
  name,
  credential: RegistrationWire,
})

export type AddedPasskey = z.output<typeof AddPasskeyWire>

export const addPasskey = endpoint({
  id: 'addPasskey',
  method: 'POST',
  path: '/api/account/passkeys',
  summary:
    'Adds a passkey. The session has two factors from now on, in the tokens of the answer; the first factor of an account ends its other sessions.',
  body: AddPasskeyWire,
  response: TokensWire,
  refusals: [...refusalsOfAdding, 'passkey_expired', 'passkey_refused', 'passkey_known'],
})

const params = z.object({ passkeyId: UuidWire })

export const renamePasskey = endpoint({
  id: 'renamePasskey',
  method: 'PUT',
  path: '/api/account/passkeys/:passkeyId/name',
  summary: 'Gives one of the person’s passkeys another name.',
  params,
  body: PasskeyNameWire,
  response: PasskeyWire,
  refusals: ['not_found', 'passkey_name_taken', 'too_many_tries'],
})

export const removePasskey = endpoint({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/account/passkeys/:passkeyId',
  summary:
    'Removes one of the person’s passkeys. With the last second factor, recovery codes are void and sessions have one factor.',
  params,
  response: z.object({ removed: z.literal(true) }),
  refusals: ['not_found', 'removal_needs_second_step'],
})
