/** Wire of identity: the objects of the official client, and our own calls about companies and impersonation. */
import { z } from 'zod'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { asciiLower } from '#kernel/text.ts'
import { EmailWire, lineWire, optionalLineWire, UuidWire } from '#kernel/wire.ts'

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine(text => !text.includes('\0'))

/** A sign-in by password. Only types and lengths are checked: a malformed address simply has no account. */
export const PasswordGrantWire = z.object({
  email: line(1000).transform(text => asciiLower(text.trim())),
  password: line(1000).min(1),
})

export const RefreshGrantWire = z.object({ refresh_token: line(200).min(1) })

/** A person's change of the own account. Other fields of `data`, such as a role or a company, are dropped. */
export const UserUpdateWire = z.object({
  data: z
    .object({
      name: lineWire(80, 'Nombre requerido').optional(),
      lastName: optionalLineWire(80).optional(),
      position: optionalLineWire(80).optional(),
      department: optionalLineWire(80).optional(),
    })
    .nullish(),
  email: EmailWire.nullish(),
  password: line(1000).min(1).nullish(),
  current_password: line(1000).nullish(),
})
export type UserUpdate = z.infer<typeof UserUpdateWire>

const challengeFields = {
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43,128}$/)
    .nullish(),
  code_challenge_method: z.literal(['s256', 'S256']).nullish(),
}

/** True unless a PKCE method comes without its challenge: the link would then open without a verifier. */
const isWholeChallenge = (request: {
  readonly code_challenge?: string | null | undefined
  readonly code_challenge_method?: string | null | undefined
}): boolean => !request.code_challenge_method || Boolean(request.code_challenge)

const halfChallenge = { path: ['code_challenge'], error: 'code_challenge required' }

/** A registration. The role in `data` is only requested; unknown fields of `data` are dropped. */
export const SignUpWire = z
  .object({
    email: EmailWire,
    password: line(1000).min(1),
    data: z
      .object({
        name: optionalLineWire(80).default(''),
        lastName: optionalLineWire(80).default(''),
        role: z.enum(roles).catch('client_user'),
      })
      .nullish()
      .transform(data => data ?? { name: '', lastName: '', role: 'client_user' as const }),
    ...challengeFields,
  })
  .refine(isWholeChallenge, halfChallenge)
export type SignUp = z.infer<typeof SignUpWire>

export const RecoverWire = z
  .object({ email: EmailWire, ...challengeFields })
  .refine(isWholeChallenge, halfChallenge)

export const ResendWire = z.object({ email: EmailWire, type: z.enum(['signup', 'email_change']) })

export const PkceGrantWire = z.object({ auth_code: line(200).min(1), code_verifier: line(200).min(1) })

/** A verification: either a link's code, or an address with a typed code. */
export const VerifyWire = z
  .object({
    type: z.string().max(40),
    token_hash: line(200).min(1).optional(),
    email: line(1000).optional(),
    token: line(200).optional(),
  })
  .refine(
    ({ token_hash, email, token }) =>
      (token_hash === undefined) !== (email === undefined && token === undefined),
  )

export type FactorWire = {
  readonly id: string
  readonly friendly_name: string
  /** `webauthn`: a passkey, which has calls of its own. */
  readonly factor_type: 'totp' | 'webauthn'
  readonly status: 'unverified' | 'verified'
  readonly created_at: string
  readonly updated_at: string
}

export type UserWire = {
  readonly id: string
  readonly email: string
  readonly app_metadata: { readonly [name: string]: unknown }
  readonly user_metadata: { readonly [name: string]: unknown }
  readonly [field: string]: unknown
}

export type SessionWire = {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: UserWire
}

export type AuthProblem = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
  readonly reasons?: readonly string[]
}

/** The body of an error, in the shape of versioned clients or in the older one. */
export function problemBody({ status, code, message, reasons }: AuthProblem, isVersioned: boolean): object {
  const weak = reasons ? { weak_password: { reasons } } : {}
  return isVersioned
    ? { code, message, error_code: code, ...weak }
    : { code: status, error_code: code, msg: message, ...weak }
}

export const undoEmailChange = endpoint({
  id: 'undoEmailChange',
  method: 'POST',
  path: '/api/account/email-undo',
  summary:
    'Takes an address back with the code that was mailed to it; every session ends, a new password follows by mail.',
  body: z.object({ code: z.string().min(1, 'Falta el código').max(200) }),
  response: z.object({ email: z.string() }),
  refusals: ['link_not_found', 'link_expired', 'email_exists', 'too_many_tries'],
})

export const ImpersonationRequestWire = z.object({
  /** The person to impersonate; absent, the company's administrator. */
  userId: UuidWire.nullish(),
  /** The company, required from the platform; ignored for an administrator, who stays in the own one. */
  companyId: UuidWire.nullish(),
  reason: lineWire(300, 'Escribe el motivo'),
})
export type ImpersonationRequest = z.output<typeof ImpersonationRequestWire>

export const ImpersonationWire = z.object({
  /** Read-only, and not renewable. */
  accessToken: z.string(),
  /** Epoch seconds. */
  expiresAt: z.int(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) }),
  company: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
})
export type Impersonation = z.infer<typeof ImpersonationWire>

export const startImpersonation = endpoint({
  id: 'startImpersonation',
  method: 'POST',
  path: '/api/impersonation',
  summary: 'Looks at the product as a client, or as a company’s administrator, for half an hour. Reads only.',
  body: ImpersonationRequestWire,
  response: ImpersonationWire,
  refusals: ['only_admins', 'client_not_found', 'company_without_admin'],
})

export const endImpersonation = endpoint({
  id: 'endImpersonation',
  method: 'POST',
  path: '/api/impersonation/end',
  summary: 'Ends what this session looks at as somebody else.',
  response: z.object({ ended: z.int() }),
})

export const switchCompany = endpoint({
  id: 'switchCompany',
  method: 'POST',
  path: '/api/session/company',
  summary: 'Works in another of one’s companies from now on. Refresh the session afterwards.',
  body: z.object({ companyId: UuidWire }),
  response: z.object({ companyId: z.string() }),
  refusals: ['not_found'],
})
