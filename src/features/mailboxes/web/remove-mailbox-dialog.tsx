import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { removeMailboxMutation } from '#features/mailboxes/web/queries.ts'
import { newId } from '#kernel/ids.ts'
import { failureMessage } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { notify } from '#ui/toast.ts'

/** Asks before a mailbox is removed with its password. */
export function RemoveMailboxDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useMutation(removeMailboxMutation)
  const [key] = useState(newId)
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      tone="danger"
      title="Eliminar el buzón"
      description="Se olvida su contraseña y no se recoge nada más. Lo que ya ha llegado se queda."
      confirmLabel="Eliminar buzón"
      busy={isPending}
      onConfirm={() =>
        mutate(key, {
          onSuccess: () => {
            notify.info('Buzón eliminado')
            onClose()
          },
          onError: error => notify.error('No se ha podido eliminar', { description: failureMessage(error) }),
        })
      }
    />
  )
}
