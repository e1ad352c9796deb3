/**
 * Second factor that the company asks of this session's person and that they lack. The first call that is refused for it
 * says so; from then on this tab asks for nothing that would be refused, until the factor is there or is not asked any more.
 */
import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#app/session-user.ts'

type Debtor = Pick<SessionUser, 'id' | 'companyId' | 'hasSecondFactor'>

const storageName = 'owed-factor'
const listeners = new Set<() => void>()
const keyFor = ({ id, companyId }: Debtor) => `${id} ${companyId ?? ''}`

export const owedFactor = {
  /** True while the person owes it. */
  isOwedBy: (user: Debtor): boolean =>
    !user.hasSecondFactor && sessionStorage.getItem(storageName) === keyFor(user),

  owe(user: Debtor): void {
    sessionStorage.setItem(storageName, keyFor(user))
    tell()
  },

  /** Forgets it: nobody asks it any more. */
  settle(): void {
    if (sessionStorage.getItem(storageName) === null) return
    sessionStorage.removeItem(storageName)
    tell()
  },
}

const tell = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the person owes the factor; false for nobody. */
export const useOwesFactor = (user: Debtor | null): boolean =>
  useSyncExternalStore(subscribe, () => user !== null && owedFactor.isOwedBy(user))
