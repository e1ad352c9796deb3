/**
 * Whoever lets somebody in names an address, and the address may be anybody's: nobody's yet, of a registration
 * that waits, of somebody who works elsewhere. A person has one role everywhere, so it must be the same; and a
 * password that nobody has shown to be the owner's is void, because a stranger may have chosen it.
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
  | { readonly way: 'join'; readonly keepsPassword: boolean }

export function admissionOf(known: Known | null, role: Role): Admission | Refusal<'email_taken'> {
  if (known === null) return { way: 'create' }
  const keepsPassword = known.hasPassword && known.emailConfirmedAt !== null
  const isRegistration = !known.active && known.requestedRole !== null
  if (isRegistration) return { way: 'activate', keepsPassword }
  if (!known.active || known.role !== role || role === 'admin_saas') return refuse('email_taken')
  return { way: 'join', keepsPassword }
}
