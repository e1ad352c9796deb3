/**
 * The platform lets in whoever has no account yet, or has registered and waits. Whoever has an account is invited, and
 * decides: no password of theirs is touched. That of a registration counts once its owner has confirmed the address,
 * because a stranger may have chosen it.
 */
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type Known = {
  readonly role: Role
  readonly active: boolean
  readonly requestedRole: Role | null
  readonly emailConfirmedAt: string | null
  readonly hasPassword: boolean
}

/** What becomes of the account that is let in. */
export type Admission =
  | { readonly way: 'create' }
  /** A registration becomes an account; `keepsPassword`: its owner has confirmed the address. */
  | { readonly way: 'activate'; readonly keepsPassword: boolean }

export function admissionOf(known: Known | null): Admission | Refusal<'email_taken'> {
  if (known === null) return { way: 'create' }
  const keepsPassword = known.hasPassword && known.emailConfirmedAt !== null
  const isRegistration = !known.active && known.requestedRole !== null
  return isRegistration ? { way: 'activate', keepsPassword } : refuse('email_taken')
}
