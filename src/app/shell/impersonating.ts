/** Whose eyes the screens are seen with: the own, or those of somebody looked at. */
import { useNavigate } from '@tanstack/react-router'
import { homeAfterViewing, impersonation } from '#app/impersonation.ts'
import { session } from '#app/session.ts'
import { endImpersonation, switchCompany } from '#features/identity/wire.ts'
import { call, takeTokensFrom } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { notify } from '#ui/toast.ts'

takeTokensFrom(tokenInUse, whenRefused)
// What one person may see is nothing that the other may find.
impersonation.subscribe(() => void queryClient.resetQueries())

/** Of whoever is looked at, or the own. */
async function tokenInUse(): Promise<string | null> {
  return impersonation.current()?.accessToken ?? session.token()
}

let isSwitching = false

/** Works in another of one's companies: what the former one showed is forgotten. */
export async function enterCompany(companyId: string): Promise<void> {
  // Until the session has been renewed its token opens neither company.
  isSwitching = true
  try {
    await call(switchCompany, { body: { companyId } })
    await session.renew()
  } finally {
    isSwitching = false
  }
  void queryClient.resetQueries()
}

/** The server no longer takes a token: of whoever is looked at, or the own. */
function whenRefused(): void {
  if (isSwitching) return
  if (impersonation.current() === null) {
    void session.signOut()
    return
  }
  impersonation.drop()
  notify.info('La visualización ha terminado')
}

/** Back to being oneself, at once; the server is told, so that the token dies too. */
export function useStopImpersonating(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    impersonation.drop()
    const own = await session.user()
    await navigate({ to: own ? homeAfterViewing(own.role) : '/login' })
    await call(endImpersonation, { body: {} }).catch(() => {})
  }
}
