import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { OnDemand } from '#ui/on-demand.tsx'

type LeaveGuardProps = {
  isUnsent: boolean
  /** True when the typed content stays on this device as a draft. */
  hasDraft?: boolean
}

const loadQuestion = async () => (await import('#ui/dialogs/discard-dialog.tsx')).DiscardDialog

/** Confirmation before leaving a screen whose form has unsent content. */
export function LeaveGuard({ isUnsent, hasDraft = false }: LeaveGuardProps) {
  useUnsent(isUnsent, hasDraft)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsent && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsent,
    withResolver: true,
  })
  // Loaded early, so that the confirmation works even after the network is gone.
  useEffect(() => {
    if (isUnsent) loadQuestion().catch(() => {})
  }, [isUnsent])
  if (status !== 'blocked') return null
  return <OnDemand load={loadQuestion} props={{ hasDraft, onClose: reset, onDiscard: proceed }} />
}
