/** Wire of second factors: the official client's, and our own calls. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { factorDuties } from '#kernel/second-factor.ts'
import { AbilityWire, optionalLineWire, UuidWire } from '#kernel/wire.ts'

/** An enrolment. The client's `issuer` is ignored: the application shows our name. */
export const EnrolWire = z.object({
  factor_type: optionalLineWire(40),
  friendly_name: optionalLineWire(60).nullish(),
})

export const FactorPathWire = z.object({ id: UuidWire })

/** A typed code of any length: text other than six digits is answered as a wrong code. */
export const FactorCodeWire = z.object({ challenge_id: UuidWire, code: z.string().trim().min(1).max(40) })

export const RecoveryCodeWire = z.object({ code: optionalLineWire(40).min(1) })

export type EnrolledWire = {
  readonly id: string
  readonly type: 'totp'
  readonly friendly_name: string
  /** A raw SVG, the secret in base32, and an `otpauth:` URI. */
  readonly totp: { readonly qr_code: string; readonly secret: string; readonly uri: string }
}

/** A challenge, valid until `expires_at` (epoch seconds). */
export type ChallengeWire = { readonly id: string; readonly type: 'totp'; readonly expires_at: number }

/** A duty to have a second factor: its reason, and the company that imposes it; null for this installation. */
const FactorAskedWire = z.object({ why: z.enum(factorDuties), company: z.string().nullable() })
export type FactorAsked = z.infer<typeof FactorAskedWire>

export const makeRecoveryCodes = endpoint({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/api/account/recovery-codes',
  summary: 'Ten new codes for a lost device, shown this once; those of before are void.',
  response: z.object({ codes: z.array(z.string()) }),
  refusals: ['second_factor_off', 'too_many_tries'],
})

const SecondFactorStateWire = z.object({
  codesLeft: z.int(),
  asked: FactorAskedWire.nullable(),
  /** Abilities of this session: one that a company's provider opened adds no passkey, and changes neither address nor password. */
  can: z.object({ addPasskey: AbilityWire, addApplication: AbilityWire, changeCredentials: AbilityWire }),
})
export type SecondFactorState = z.infer<typeof SecondFactorStateWire>

export const getSecondFactor = endpoint({
  id: 'getSecondFactor',
  method: 'GET',
  path: '/api/account/second-factor',
  summary:
    'How many recovery codes are left, who asks the person for a second factor, if anybody, and what this session may add or change.',
  response: SecondFactorStateWire,
  refusals: ['session_ended'],
})
