/** Question whether the person owes a second factor, for the guards. */
import { owedFactor } from '#app/owed-factor.ts'
import type { SessionUser } from '#app/session-user.ts'
// Sets the source of the calls' token.
import '#app/shell/impersonating.ts'
import { getSecondFactor } from '#features/identity/wire/factors.ts'
import { call } from '#ui/api.ts'

/** Key of the person of whom it is known whether they owe it. */
const knownFactor = 'known-factor'

/** Finds out, once in a tab; nothing where the server does not answer: a refused call then says it. */
export async function learnFactorOwed({ id }: SessionUser): Promise<void> {
  if (sessionStorage.getItem(knownFactor) === id) return
  const state = await call(getSecondFactor, {}).catch(() => null)
  if (state === null) return
  sessionStorage.setItem(knownFactor, id)
  if (state.asked !== null) sessionStorage.setItem(owedFactor, id)
}
