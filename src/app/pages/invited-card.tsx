import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '#app/session.ts'
import { switchToCompany } from '#app/shell/impersonating.ts'
import { OwnInvitationsCard } from '#features/people/web/own-invitations-card.tsx'
import { roleHome } from '#kernel/actor.ts'
import { failureMessage } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { notify } from '#ui/toast.ts'

/** Pending invitations of the person; accepting one switches to its company. */
export function InvitedCard() {
  const state = useSession()
  const router = useRouter()
  if (state.kind !== 'in') return null
  const { role } = state.user
  const goToCompany = async ({ companyId, companyName }: { companyId: string; companyName: string }) => {
    notify.success(`Ya perteneces a ${companyName}`)
    try {
      await switchToCompany(companyId)
      await router.navigate({ to: roleHome[role] })
    } catch (error) {
      notify.error('No se ha podido entrar en la empresa', { description: failureMessage(error) })
    }
  }
  // The welcome page is outside the shell, and so has no query client of its own.
  return (
    <QueryClientProvider client={queryClient}>
      <OwnInvitationsCard onJoined={company => void goToCompany(company)} />
    </QueryClientProvider>
  )
}
