/** What crosses the wire: the objects of the official client, and our own call that switches companies. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { UuidWire } from '#kernel/wire.ts'

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine(text => !text.includes('\0'))

/** Whatever is not a known address simply has no account: only types and lengths are checked. */
export const PasswordGrantWire = z.object({
  email: line(1000).transform(text => text.trim().toLowerCase()),
  password: line(1000).min(1),
})

export const RefreshGrantWire = z.object({ refresh_token: line(200).min(1) })

const nameWire = (min: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(80)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** Only the name of `data` is a person's to change: a role or a company in it is dropped. */
export const UserUpdateWire = z.object({
  data: z.object({ name: nameWire(1).optional(), lastName: nameWire(0).optional() }).nullish(),
  email: line(1000).nullish(),
  password: line(1000).min(1).nullish(),
  current_password: line(1000).nullish(),
})
export type UserUpdate = z.infer<typeof UserUpdateWire>

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
  readonly reasons?: readonly string[]
}

/** Two shapes: the one of clients that name a version of the protocol, and the older one. */
export function problemBody({ status, code, message, reasons }: AuthProblem, isVersioned: boolean): object {
  const weak = reasons ? { weak_password: { reasons } } : {}
  return isVersioned
    ? { code, message, error_code: code, ...weak }
    : { code: status, error_code: code, msg: message, ...weak }
}

export const switchCompany = endpoint({
  id: 'switchCompany',
  method: 'POST',
  path: '/api/session/company',
  summary: 'Works in another of one’s companies from now on. Refresh the session afterwards.',
  body: z.object({ companyId: UuidWire }),
  response: z.object({ companyId: z.string() }),
})
