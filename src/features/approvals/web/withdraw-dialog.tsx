import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawMutation } from '#features/approvals/web/queries.ts'
import { refusedText } from '#features/approvals/web/text.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { notify } from '#ui/toast.ts'

type WithdrawDialogProps = { document: DocumentDetailWire; onClose: () => void }

/** Withdrawal of an order by its requester. */
export function WithdrawDialog({ document, onClose }: WithdrawDialogProps) {
  const { mutateAsync, isPending } = useMutation(withdrawMutation)
  const submission = useSubmission()
  const [failure, setFailure] = useState<string | null>(null)
  const withdraw = async () => {
    const body = { revision: document.revision }
    try {
      await submission(body, key => mutateAsync({ documentId: document.id, body, key }))
      notify.success('Pedido retirado', { description: 'Puedes corregirlo y enviarlo de nuevo.' })
      onClose()
    } catch (error) {
      setFailure(refusedText(error))
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`Retirar ${document.id}`}
      description="Dejará de estar en aprobación y volverá a ti como devuelto. Podrás corregirlo y enviarlo de nuevo."
      confirmLabel="Retirar pedido"
      busy={isPending}
      onConfirm={withdraw}
    >
      <FormFailure message={failure} />
    </ConfirmDialog>
  )
}
