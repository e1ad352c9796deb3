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
  | { readonly way: 'create' }
  /** Activates a registration; `keepsPassword` when its owner has confirmed the address. */
  | { readonly way: 'activate'; readonly keepsPassword: boolean }

export function admissionOf(known: Known | null): Admission | Refusal<'email_taken'> {
  if (known === null) return { way: 'create' }
  const keepsPassword = known.hasPassword && known.emailConfirmedAt !== null
  const isRegistration = !known.active && known.requestedRole !== null
  return isRegistration ? { way: 'activate', keepsPassword } : refuse('email_taken')
}
