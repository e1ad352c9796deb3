/**
 * Admission by the platform: of an address without an account, or of a pending registration. The owner of an account is
 * invited instead and decides; their password is never touched. A registration's password counts only once its owner
 * has confirmed the address, because a stranger may have chosen it.
 */
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Account that has the address already. */
export type ExistingAccount = {
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

export function decideAdmission(account: ExistingAccount | null): Admission | Refusal<'email_taken'> {
  if (account === null) return { kind: 'create' }
  const keepsPassword = account.hasPassword && account.emailConfirmedAt !== null
  const isRegistration = !account.active && account.requestedRole !== null
  return isRegistration ? { kind: 'activate', keepsPassword } : refuse('email_taken')
}
