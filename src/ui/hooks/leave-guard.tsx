import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { OnDemand } from '#ui/on-demand.tsx'

type LeaveGuardProps = {
  when: boolean
  /** True when the typed content stays on this device as a draft. */
  isKept?: boolean
}

const loadQuestion = async () => (await import('#ui/dialogs/discard-dialog.tsx')).DiscardDialog

/** Confirmation before leaving a screen whose form has unsent content. */
export function LeaveGuard({ when, isKept = false }: LeaveGuardProps) {
  useUnsent(when, isKept)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  // Loaded early, so that the confirmation works even after the network is gone.
  useEffect(() => {
    if (when) loadQuestion().catch(() => {})
  }, [when])
  if (status !== 'blocked') return null
  return <OnDemand load={loadQuestion} props={{ isKept, onClose: reset, onDiscard: proceed }} />
}
