import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'

type ReuseDialogProps = {
  version: number
  /** Whose draft would be lost. */
  changedByName: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Open while it is mounted. */
export function ReuseDialog({ version, changedByName, busy, onClose, onConfirm }: ReuseDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="¿Sustituir el borrador?"
      description={`Se perderá el borrador que guardó ${changedByName}, y en su lugar quedará la versión ${version}.`}
      confirmLabel="Sustituir"
      tone="danger"
      busy={busy}
      onConfirm={onConfirm}
    />
  )
}
