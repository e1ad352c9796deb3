import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { firstImpersonatedScreen, impersonation } from '#app/impersonation.ts'
import { useArea } from '#app/use-area.ts'
import type { Impersonation } from '#features/identity/wire.ts'
import { onlyReads } from '#kernel/actor.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type ViewAsButtonProps = {
  /** Label: 'Ver como cliente', 'Impersonar empresa'. */
  label: string
  target: { userId: string } | { companyId: string }
  /** Name of the client or of the company. */
  name: string
  size?: 'sm' | 'md'
  /** Project that the first screen points at. */
  projectId?: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Project beside whose button the look began. */
    lookedAt?: string | undefined
  }
}

const loadDialog = async () =>
  (await import('#features/identity/web/impersonate-dialog.tsx')).ImpersonateDialog

/** Button that impersonates somebody, after asking for a reason; none for an auditor. */
export function ViewAsButton({ label, target, name, size = 'md', projectId }: ViewAsButtonProps) {
  const { user } = useArea()
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const onStarted = async (begun: Impersonation) => {
    impersonation.begin(begun)
    await navigate({ to: firstImpersonatedScreen(begun.user.role), state: { lookedAt: projectId } })
  }
  if (onlyReads(user.role)) return null
  return (
    <>
      <Button
        size={size}
        icon={<Eye aria-hidden="true" />}
        aria-label={`${label}: ${name}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && (
        <OnDemand
          load={loadDialog}
          props={{ target, name, submitLabel: label, onStarted, onClose: () => setAsking(false) }}
        />
      )}
    </>
  )
}
