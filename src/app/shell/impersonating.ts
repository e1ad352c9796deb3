/** Identity of the calls: one's own session, or an impersonation. */
import { useNavigate } from '@tanstack/react-router'
import { homeAfterImpersonation, impersonation } from '#app/impersonation.ts'
import { session } from '#app/session.ts'
import { endImpersonation, switchCompany } from '#features/identity/wire.ts'
import { call, setTokenSource } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { notify } from '#ui/toast.ts'

setTokenSource(tokenInUse, onTokenRefused)
// Nothing that one identity has read may show under the other, nor to whoever signs in next.
impersonation.subscribe(() => void queryClient.resetQueries())
session.onSessionEnded(() => queryClient.clear())

/** Token of the impersonation, or one's own. */
async function tokenInUse(): Promise<string | null> {
  return impersonation.current()?.accessToken ?? session.token()
}

let isSwitching = false

/** Switches to another of one's companies. */
export const switchToCompany = (companyId: string): Promise<void> =>
  changingCompany(() => call(switchCompany, { body: { companyId } }))

/** Renews the session around a call that moves it to another company, and discards what was read in the former one. */
export async function changingCompany(move: () => Promise<unknown>): Promise<void> {
  // Until the session has been renewed, its token opens neither company.
  isSwitching = true
  try {
    await move()
    await session.renew()
  } finally {
    isSwitching = false
  }
  void queryClient.resetQueries()
}

/** Ends the impersonation, or else the session, whose token the server no longer accepts. */
function onTokenRefused(): void {
  if (isSwitching) return
  if (impersonation.current() === null) {
    void session.forget()
    return
  }
  impersonation.drop()
  notify.info('La visualización ha terminado')
}

/** Stops impersonating at once; the server is told, so that the token dies too. */
export function useStopImpersonating(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    impersonation.drop()
    const own = await session.user()
    await navigate({ to: own ? homeAfterImpersonation(own.role) : '/login' })
    await call(endImpersonation, { body: {} }).catch(() => {})
  }
}
