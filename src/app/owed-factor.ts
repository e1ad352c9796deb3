/**
 * Second factor that the company asks of this session's person and that they lack. The first call that is refused for it
 * says so; from then on this tab asks for nothing that would be refused, until the factor is there or is not asked any more.
 */
import type { SessionUser } from '#app/session-user.ts'

type Debtor = Pick<SessionUser, 'id' | 'companyId' | 'hasSecondFactor'>

const storageName = 'owed-factor'
const keyFor = ({ id, companyId }: Debtor) => `${id} ${companyId}`

/** True while the person owes it; false for nobody. Who owes is led elsewhere, so that screens need not be told. */
export const owesFactor = (user: Debtor | null): boolean =>
  user?.hasSecondFactor === false && sessionStorage.getItem(storageName) === keyFor(user)

export const oweFactor = (user: Debtor): void => sessionStorage.setItem(storageName, keyFor(user))

/** Forgets it: nobody asks it any more. */
export const settleFactor = (): void => sessionStorage.removeItem(storageName)
