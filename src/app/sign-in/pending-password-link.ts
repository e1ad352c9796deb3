/** Redeemed password link of this tab whose password is still to be chosen; it survives a reload. */
import type { Proof } from '#app/sign-in/auth-callback.ts'

const key = 'enlace-canjeado'

export const redeemedLink = {
  type(): Proof['type'] | null {
    const kept = sessionStorage.getItem(key)
    return kept === 'recovery' || kept === 'invite' ? kept : null
  },
  remember: (type: Proof['type']): void => sessionStorage.setItem(key, type),
  forget: (): void => sessionStorage.removeItem(key),
}
