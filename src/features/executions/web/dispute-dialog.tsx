import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DisputeCause } from '#features/executions/rules/receipt.ts'
import { causeLabel } from '#features/executions/text/receipt.ts'
import { disputeMutation } from '#features/executions/web/queries.ts'
import { disputeReceipt } from '#features/executions/wire/receipt.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = disputeReceipt.body

type DisputeDialogProps = { documentId: string; answered: number; cause: DisputeCause; onClose: () => void }

/** Dispute of a receipt: nothing arrived, or it is not correct. */
export function DisputeDialog({ documentId, answered, cause, onClose }: DisputeDialogProps) {
  const { mutateAsync } = useMutation(disputeMutation)
  const wire = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { answered, cause, reason: '' },
    send: async (body, key) => {
      await mutateAsync({ documentId, body, key })
      notify.success('Disputa abierta', { description: 'La empresa y quien ejecuta ya lo saben.' })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${causeLabel[cause]}: ${documentId}`}
      description="El pedido sigue ejecutado y queda en disputa hasta que la empresa responda."
      submitLabel="Abrir disputa"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea label="Motivo" hint={hints[cause]} maxLength={2000} {...wire.field('reason')} />
    </FormDialog>
  )
}

const hints: { readonly [cause in DisputeCause]: string } = {
  not_received: 'Dónde y hasta cuándo lo has buscado.',
  not_correct: 'Qué esperabas y qué ha llegado.',
}
