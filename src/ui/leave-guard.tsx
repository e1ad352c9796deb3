import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Asks before leaving a screen whose form has something in it that has not been sent. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return <DiscardDialog open={status === 'blocked'} onStay={() => reset?.()} onDiscard={() => proceed?.()} />
}

type DiscardDialogProps = { open: boolean; onStay: () => void; onDiscard: () => void }

export function DiscardDialog({ open, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={isOpen => !isOpen && onStay()}
      title="Hay cambios sin guardar"
      description="Si sales ahora, se pierde lo que has escrito."
      cancelLabel="Seguir editando"
      confirmLabel="Salir sin guardar"
      tone="danger"
      onConfirm={onDiscard}
    />
  )
}
