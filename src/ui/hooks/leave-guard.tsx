import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { OnDemand } from '#ui/on-demand.tsx'

type LeaveGuardProps = {
  when: boolean
  /** What has been typed stays on this device as a draft. */
  isKept?: boolean
}

const loadQuestion = async () => (await import('#ui/dialogs/discard-dialog.tsx')).DiscardDialog

/** Asks before leaving a screen whose form has something in it that has not been sent. */
export function LeaveGuard({ when, isKept = false }: LeaveGuardProps) {
  useUnsent(when, isKept)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  // The question must be at hand even if the network is gone when it is needed.
  useEffect(() => {
    if (when) loadQuestion().catch(() => {})
  }, [when])
  if (status !== 'blocked') return null
  return <OnDemand load={loadQuestion} given={{ isKept, onClose: reset, onDiscard: proceed }} />
}
