import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { rejectMutation } from '#features/executions/web/queries.ts'
import { rejectExecution } from '#features/executions/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = rejectExecution.body
type Input = z.input<typeof schema>

type RejectionDialogProps = {
  document: Pick<DocumentRowWire, 'id' | 'revision'>
  onRejected: () => void
  onClose: () => void
}

/** Rejection of an execution, with its reason. */
export function RejectionDialog({ document, onRejected, onClose }: RejectionDialogProps) {
  const { mutateAsync } = useMutation(rejectMutation)
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { revision: document.revision, reason: '' },
    send: async (body, key) => {
      await mutateAsync({ documentId: document.id, body, key })
      notify.error('Confirmación rechazada', {
        description: `Se avisa a quien pidió ${document.id} y a la administración.`,
        group: 'executions',
      })
      onClose()
      onRejected()
    },
  })
  return (
    <FormDialog
      title={`Rechazar la ejecución de ${document.id}`}
      description="El pedido sigue aprobado: podrá reintentarse o anularse."
      submitLabel="Rechazar"
      tone="danger"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea label="Motivo" maxLength={2000} {...wire.field('reason')} />
    </FormDialog>
  )
}
