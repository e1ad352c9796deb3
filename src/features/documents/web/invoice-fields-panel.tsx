import { useController } from 'react-hook-form'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

/** Number and date of the invoice to be paid; the number finds an invoice that was already sent. */
export function InvoiceFieldsPanel({ wire }: { wire: DocumentWireForm }) {
  const { field } = useController({ control: wire.form.control, name: 'invoiceDate' })
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_14rem]">
      <TextField
        {...wire.field('invoiceNumber')}
        label="Nº de factura"
        optional
        autoComplete="off"
        maxLength={60}
      />
      <DateField
        {...field}
        label="Fecha de la factura"
        optional
        value={field.value ?? ''}
        error={wire.fieldError('invoiceDate')}
      />
    </div>
  )
}
