/**
 * Second factor that the company asks of this session's person and that they lack. Whom it may concern is known with the
 * session: whether they owe it is found out before the first screen, once in a tab; and a call that is refused for it writes
 * them down. From then on this tab asks for nothing that would be refused, until the factor is there or is not asked any more.
 * Who owes is led elsewhere, so that screens need not be told.
 */
import type { SessionUser } from '#app/session-user.ts'

/** Key in the tab's storage, of the person who owes. */
export const owedFactor = 'owed-factor'
/** Key of the person of whom it is known whether they owe it. */
export const knownFactor = 'known-factor'

/** True while the person owes it; false for nobody. */
export const owesFactor = (user: SessionUser | null): boolean =>
  user?.hasSecondFactor === false && sessionStorage.getItem(owedFactor) === user.id

/** True while it has to be found out whether they owe it. */
export const mayOweFactor = ({ id, factorAsked }: SessionUser): boolean =>
  factorAsked !== '' && sessionStorage.getItem(knownFactor) !== id
