/**
 * Admission by the platform: of an address without an account, or of a pending registration. The owner of an account is
 * invited instead and decides; their password is never touched. A registration's password counts only once its owner
 * has confirmed the address, because a stranger may have chosen it.
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

/** The change that admits an account. */
export type Admission =
  | { readonly kind: 'create' }
  /** Activates a registration; `keepsPassword` when its owner has confirmed the address. */
  | { readonly kind: 'activate'; readonly keepsPassword: boolean }

export function decideAdmission(known: Known | null): Admission | Refusal<'email_taken'> {
  if (known === null) return { kind: 'create' }
  const keepsPassword = known.hasPassword && known.emailConfirmedAt !== null
  const isRegistration = !known.active && known.requestedRole !== null
  return isRegistration ? { kind: 'activate', keepsPassword } : refuse('email_taken')
}
