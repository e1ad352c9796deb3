/**
 * Second factor that the company asks of this session's person and that they lack. Whom it may concern is known with the
 * session; `own-permissions.ts` finds out before the first screen whether they owe it; and a call that is refused for it writes
 * them down. From then on this tab asks for nothing that would be refused, until the factor is there or is not asked any more.
 * Who owes is led elsewhere, so that screens need not be told.
 */
import type { SessionUser } from '#app/session-user.ts'

/** Key in the tab's storage, of the person who owes. */
export const owedFactor = 'owed-factor'

/** True while the person owes it; false for nobody. */
export const owesFactor = (user: SessionUser | null): boolean =>
  user?.hasSecondFactor === false && sessionStorage.getItem(owedFactor) === user.id
