import { Eye } from 'lucide-react'
import type { CurrentImpersonation } from '#app/impersonation.ts'
import { roleLabel } from '#kernel/actor.ts'
import { Button } from '#ui/button.tsx'

/** Banner that stays on top while somebody impersonates. */
export function ImpersonationBanner({
  impersonation,
  onStopImpersonating,
}: {
  impersonation: CurrentImpersonation
  onStopImpersonating: () => void
}) {
  const { role, name, companyName } = impersonation.user
  const who = role === 'admin' ? `Empresa: ${companyName}` : `${impersonatedLabel(role)}: ${name}`
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-caution border-b bg-caution-soft px-3 py-2 text-caution sm:px-5 lg:px-8"
    >
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <Eye aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 break-words">Estás visualizando como {who}</span>
      </p>
      <Button size="sm" onClick={onStopImpersonating}>
        Salir del modo impersonar
      </Button>
    </div>
  )
}

/** Role as the banner shows it: the specification speaks of clients only, so that a client's user is one. */
const impersonatedLabel = (role: CurrentImpersonation['user']['role']) =>
  roleLabel[role === 'client_user' ? 'client' : role]
