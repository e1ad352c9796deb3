import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { returnPaymentMutation } from '#features/executions/web/return-queries.ts'
import { returnPayment } from '#features/executions/wire/return-payment.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { ZoneContext } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

const schema = returnPayment.body
type Input = z.input<typeof schema>

type ReturnPaymentDialogProps = {
  document: Pick<DocumentRowWire, 'id' | 'revision' | 'state'>
  /** Payment that came back, as it was made. */
  made: ExecutionStatusWire['made'][number]
  onClose: () => void
}

/** Return of a payment by the bank, with its day and its reason. */
export function ReturnPaymentDialog({ document, made, onClose }: ReturnPaymentDialogProps) {
  const { mutateAsync } = useMutation(returnPaymentMutation)
  const zone = use(ZoneContext)
  const isCancelled = document.state === 'cancelled'
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: {
      revision: document.revision,
      payment: made.payment,
      attempt: made.attempt,
      returnedOn: dayFromInstant(new Date(), zone),
      reason: '',
    },
    send: async (body, key) => {
      await mutateAsync({ documentId: document.id, body, key })
      notify.info(`${document.id}: devolución registrada`, {
        description: isCancelled ? 'Su monto vuelve al contrato.' : 'El pago vuelve a estar por hacer.',
      })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Devolución de ${document.id}`}
      description={
        isCancelled
          ? 'El pedido está anulado: lo que vuelve queda libre en su contrato.'
          : 'El pago deja de estar hecho y puede volver a hacerse. Lo anterior queda en el historial.'
      }
      submitLabel="Registrar devolución"
      tone="danger"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="returnedOn"
        render={({ field }) => (
          <DateField label="Devuelto el" {...field} error={wire.fieldError('returnedOn')} />
        )}
      />
      <TextArea
        label="Motivo"
        hint="El que da el banco: cuenta cerrada, IBAN incorrecto…"
        rows={2}
        maxLength={2000}
        {...wire.field('reason')}
      />
    </FormDialog>
  )
}
