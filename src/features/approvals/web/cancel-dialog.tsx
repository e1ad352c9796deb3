import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { cancelMutation } from '#features/approvals/web/queries.ts'
import { cancelDocument, type DocumentDetailWire } from '#features/approvals/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = cancelDocument.body
type Input = z.input<typeof schema>

type CancelDialogProps = { document: DocumentDetailWire; onClose: () => void }

/** Cancellation of an approved order by an administrator: the committed amount returns to the contract. */
export function CancelDialog({ document, onClose }: CancelDialogProps) {
  const { mutateAsync } = useMutation(cancelMutation)
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { revision: document.revision, reason: '' },
    send: async (body, key) => {
      await mutateAsync({ documentId: document.id, body, key })
      notify.success('Pedido anulado', {
        description: 'Su monto vuelve a estar disponible en el contrato.',
      })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Anular ${document.id}`}
      description="El pedido aprobado quedará sin efecto y no se podrá ejecutar. No se puede deshacer."
      submitLabel="Anular pedido"
      tone="danger"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea label="Motivo" maxLength={2000} {...wire.field('reason')} />
    </FormDialog>
  )
}
