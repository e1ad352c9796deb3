import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type LeaveGuardProps = {
  when: boolean
  /** What has been typed stays on this device as a draft. */
  isKept?: boolean
}

/** Asks before leaving a screen whose form has something in it that has not been sent. */
export function LeaveGuard({ when, isKept = false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <DiscardDialog
      open={status === 'blocked'}
      isKept={isKept}
      onStay={() => reset?.()}
      onDiscard={() => proceed?.()}
    />
  )
}

type DiscardDialogProps = { open: boolean; isKept?: boolean; onStay: () => void; onDiscard: () => void }

export function DiscardDialog({ open, isKept = false, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={isOpen => !isOpen && onStay()}
      title={isKept ? 'Aún no lo has enviado' : 'Hay cambios sin guardar'}
      description={
        isKept
          ? 'Si sales ahora, lo que has escrito queda como borrador en este navegador.'
          : 'Si sales ahora, se pierde lo que has escrito.'
      }
      cancelLabel="Seguir editando"
      confirmLabel={isKept ? 'Salir' : 'Salir sin guardar'}
      tone={isKept ? 'primary' : 'danger'}
      onConfirm={onDiscard}
    />
  )
}
