/** Question whether the person owes a second factor, for the guards. */
import { knownFactor, owedFactor } from '#app/owed-factor.ts'
import type { SessionUser } from '#app/session-user.ts'
// Sets the source of the calls' token.
import '#app/shell/impersonating.ts'
import { getSecondFactor } from '#features/identity/wire/factors.ts'
import { call } from '#ui/api.ts'

/**
 * Finds out whether the person owes it: by their role the session says so, and of whoever decides the server is asked.
 * Nothing where it does not answer: a refused call then says it.
 */
export async function learnFactorOwed({ id, factorAsked }: SessionUser): Promise<void> {
  const state =
    factorAsked === 'owed' ? { asked: factorAsked } : await call(getSecondFactor, {}).catch(() => null)
  if (state === null) return
  sessionStorage.setItem(knownFactor, id)
  if (state.asked !== null) sessionStorage.setItem(owedFactor, id)
}
