import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'

type ReuseDialogProps = {
  version: number
  /** Author of the draft that would be lost. */
  changedByName: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Confirmation of replacing the draft by an earlier version; open while mounted. */
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
