import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { refuseMutation } from '#features/invoices/web/tray-queries.ts'
import { refuseInvoice, type TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = refuseInvoice.body
type Input = z.input<typeof schema>

type RefuseInvoiceDialogProps = { invoice: TrayInvoiceWire; onClose: () => void }

/** Refusal of a received invoice, with the reason for whoever sent it. */
export function RefuseInvoiceDialog({ invoice, onClose }: RefuseInvoiceDialogProps) {
  const { mutateAsync } = useMutation(refuseMutation)
  const name = invoice.number ?? invoice.file.name
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { revision: invoice.revision, reason: '' },
    send: async (body, key) => {
      await mutateAsync({ receivedId: invoice.id, body, key })
      notify.info(`Factura ${name} rechazada`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Rechazar la factura ${name}`}
      description={
        invoice.sender === null
          ? 'Queda en «Rechazadas» con el motivo.'
          : `${invoice.sender.name} verá el motivo en sus facturas enviadas.`
      }
      submitLabel="Rechazar"
      tone="danger"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea
        label="Motivo"
        hint="No es para esta empresa, falta un dato, ya se pagó…"
        rows={2}
        maxLength={500}
        {...wire.field('reason')}
      />
    </FormDialog>
  )
}
