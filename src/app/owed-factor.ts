/**
 * Second factor that the company asks of this session's person and that they lack. Whom it concerns by their role is known
 * with the session; whoever decides is asked about before the first screen; and a call that is refused for it writes them
 * down. From then on this tab asks for nothing that would be refused, until the factor is there or is not asked any more. Who
 * owes is led elsewhere, so that screens need not be told.
 */
import type { SessionUser } from '#app/session-user.ts'
import { factorDuty } from '#kernel/second-factor.ts'

/** Key in the tab's storage, of the person who owes. */
export const owedFactor = 'owed-factor'
/** Key of the person of whom it was found that they owe none. */
export const nothingOwed = 'no-owed-factor'

/** True while the person owes it; false for nobody. */
export const owesFactor = (user: SessionUser | null): boolean =>
  user?.hasSecondFactor === false && (sessionStorage.getItem(owedFactor) === user.id || owesByRole(user))

const owesByRole = ({ role, factorPolicy }: SessionUser) =>
  factorDuty({ role, decides: false }, factorPolicy) !== null

/** True while it has to be asked whether they owe it: they may decide in a company that asks it of whoever does. */
export const mayOweFactor = (user: SessionUser): boolean =>
  user.factorPolicy === 'deciders' &&
  !user.hasSecondFactor &&
  !owesFactor(user) &&
  sessionStorage.getItem(nothingOwed) !== user.id
