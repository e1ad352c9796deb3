/** Schemas of what the calls of the official sign-in client answer, with their names and words. */
import { z } from 'zod'
import { UuidWire } from '#kernel/wire.ts'

const FactorShape = z.object({
  id: UuidWire,
  friendly_name: z.string(),
  factor_type: z.enum(['totp', 'webauthn']),
  status: z.enum(['unverified', 'verified']),
  created_at: z.string(),
  updated_at: z.string(),
})

export const UserShape = z.looseObject({
  id: UuidWire,
  email: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  factors: z.array(FactorShape).optional(),
})

export const SessionShape = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: UserShape,
})

/** Error of these calls: its code is stable, its words are not. */
export const AuthErrorShape = z.object({
  code: z.union([z.string(), z.int()]),
  error_code: z.string(),
  message: z.string().optional(),
  msg: z.string().optional(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})

/** Names and words of the schemas above. */
export const signInSchemas = [
  [FactorShape, 'AuthFactor', 'A second factor of the person.'],
  [UserShape, 'AuthUser', 'The person. `app_metadata` is the server’s: role, company and client.'],
  [
    SessionShape,
    'AuthSession',
    'A session: `access_token` goes into `Authorization: Bearer …`, lives `expires_in` seconds, and `refresh_token` brings the next one, once.',
  ],
  [
    AuthErrorShape,
    'AuthError',
    'What went wrong: switch on `error_code`, show nothing of `message` or `msg` as a rule.',
  ],
] as const
