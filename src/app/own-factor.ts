/** Second factor that is asked of the person, for the guards. */
// Sets the source of the calls' token.
import '#app/shell/impersonating.ts'
import { type FactorAsked, getSecondFactor } from '#features/identity/wire/factors.ts'
import { call } from '#ui/api.ts'

export const fetchFactorAsked = async (): Promise<FactorAsked | null> =>
  (await call(getSecondFactor, {})).asked
