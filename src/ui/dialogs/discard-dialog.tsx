import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'

type DiscardDialogProps = {
  hasDraft?: boolean
  /** Stays on the screen, and goes on with the form. */
  onClose: () => void
  onDiscard: () => void
}

/** Confirmation before unsent changes are discarded, open while it is mounted. */
export function DiscardDialog({ hasDraft = false, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={hasDraft ? 'Aún no lo has enviado' : 'Hay cambios sin guardar'}
      description={
        hasDraft
          ? 'Si sales ahora, lo que has escrito queda como borrador en este navegador.'
          : 'Si sales ahora, se pierde lo que has escrito.'
      }
      cancelLabel="Seguir editando"
      confirmLabel={hasDraft ? 'Salir' : 'Salir sin guardar'}
      tone={hasDraft ? 'primary' : 'danger'}
      onConfirm={onDiscard}
    />
  )
}
