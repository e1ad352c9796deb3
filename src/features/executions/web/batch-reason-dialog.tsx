import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { cancelBatchMutation, giveBackMutation } from '#features/executions/web/queries.ts'
import { cancelPaymentBatch } from '#features/executions/wire/batches.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = cancelPaymentBatch.body
type Body = z.output<typeof schema>

type BatchReasonDialogProps = {
  batchId: string
  /** Order whose payment the bank returned; null cancels the whole batch. */
  documentId: string | null
  onClose: () => void
}

/** Reason for cancelling a batch, or for the return of one of its payments. */
export function BatchReasonDialog({ batchId, documentId, onClose }: BatchReasonDialogProps) {
  const cancel = useMutation(cancelBatchMutation)
  const giveBack = useMutation(giveBackMutation)
  const words = documentId === null ? ofBatch(batchId) : ofOrder(documentId)
  const wire = useWireForm<z.input<typeof schema>, Body>({
    schema,
    defaults: { reason: '' },
    send: async (body, key) => {
      if (documentId === null) await cancel.mutateAsync({ batchId, body, key })
      else await giveBack.mutateAsync({ batchId, documentId, body, key })
      notify.success(words.done, { description: words.after })
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      submitLabel={words.label}
      tone="danger"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea label="Motivo" maxLength={2000} {...wire.field('reason')} />
    </FormDialog>
  )
}

const ofBatch = (id: string) => ({
  title: `Anular la remesa ${id}`,
  description:
    'Hazlo solo si el archivo no se ha enviado al banco: sus pedidos podrán ir en otra remesa, con la misma referencia para el banco.',
  label: 'Anular remesa',
  done: `Remesa ${id} anulada`,
  after: 'Sus pedidos vuelven a estar por confirmar.',
})

const ofOrder = (id: string) => ({
  title: `El banco ha devuelto ${id}`,
  description: 'Sale de la remesa y su ejecución queda rechazada: podrá reintentarse o anularse.',
  label: 'Marcar como devuelto',
  done: `${id} devuelto`,
  after: 'Se avisa a quien pidió el pedido y a la administración.',
})
