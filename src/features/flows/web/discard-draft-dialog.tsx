import { useMutation } from '@tanstack/react-query'
import { discardDraftMutation } from '#features/flows/web/queries.ts'
import { failureMessage } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { notify } from '#ui/toast.ts'

type DiscardDraftDialogProps = { revision: number; onClose: () => void; onDiscarded: () => void }

/** Confirmation of discarding the draft; open while mounted. */
export function DiscardDraftDialog({ revision, onClose, onDiscarded }: DiscardDraftDialogProps) {
  const discard = useMutation(discardDraftMutation)
  const confirm = () =>
    discard.mutate(revision, {
      onSuccess: () => {
        notify.success('Borrador descartado')
        onDiscarded()
      },
      onError: error => {
        notify.error(failureMessage(error))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="¿Descartar el borrador?"
      description="Se pierde lo que se estaba preparando. Lo publicado sigue valiendo como está."
      confirmLabel="Descartar"
      tone="danger"
      busy={discard.isPending}
      onConfirm={confirm}
    />
  )
}
