import type { ComponentType, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { DocumentInput, DocumentWireForm, Payee } from '#features/documents/web/document-form.tsx'
import type { AttachmentWire } from '#features/documents/wire.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import type { Currency } from '#kernel/money.ts'
import { TextArea } from '#ui/fields/text-area.tsx'

// Fields of an invoice load while it is read: those that come late would move the button to save under a hand.
void import('#features/documents/web/open-breakdown-panel.tsx')
void import('#features/documents/web/planned-payments-panel.tsx')
void import('#features/documents/web/open-payments-panel.tsx')

/** Content of an invoice, in the fields of the form. */
export type InvoiceContent = Pick<
  DocumentInput,
  'name' | 'invoiceNumber' | 'invoiceDate' | 'breakdown' | 'payments'
> & { readonly amountMinor: string | null; readonly currency: Currency }

export type InvoicesPanelProps = {
  projectId: string
  files: readonly AttachmentWire[]
  /** Fills the form in; `provider`: who issued the invoice. */
  onUse: (content: InvoiceContent, provider: Payee | null) => void
  /** True when the person has asked for it: the form is filled in as soon as the first file is read. */
  isAsked: boolean
  /** Field for the reason why the order is sent with an alarm; null for an order that pays nobody. */
  reason: ReactNode
  /** True when the field is shown whatever the files say: the server has asked, or something is written in it. */
  isReasonShown: boolean
}

type FromInvoicePanelProps = Pick<InvoicesPanelProps, 'files' | 'isAsked'> & {
  InvoicesPanel: ComponentType<InvoicesPanelProps>
  wire: DocumentWireForm
  project: ProjectWire | undefined
  /** Of the contract that the order would be charged to. */
  currency: Currency
  payee: Payee | undefined
}

/** Panel that reads the invoices among the attachments, joined to the form that it fills in. */
export function FromInvoicePanel({
  InvoicesPanel,
  wire,
  project,
  currency,
  payee,
  files,
  isAsked,
}: FromInvoicePanelProps) {
  const { form } = wire
  const [type, alarmReason] = useWatch({ control: form.control, name: ['type', 'alarmReason'] })
  const fillIn: InvoicesPanelProps['onUse'] = (content, provider) => {
    const filled = withInvoice(form.getValues(), content, payee ?? provider, currency)
    // Without their elements no field could be focused until the next rendering.
    form.reset(filled, { keepDefaultValues: true, keepFieldsRef: true })
    form.setFocus('name')
  }
  const reason = (
    <TextArea
      {...wire.field('alarmReason')}
      label="Por qué se envía con esta alarma"
      hint="Lo leerán quienes aprueban."
      rows={2}
      maxLength={500}
    />
  )
  return (
    <InvoicesPanel
      projectId={project?.id ?? ''}
      files={files}
      onUse={fillIn}
      isAsked={isAsked}
      reason={type === 'gasto' ? reason : null}
      isReasonShown={Boolean(alarmReason) || wire.fieldError('alarmReason') !== undefined}
    />
  )
}

/** The form's content with what an invoice says; amounts in another currency than the contract's are left out. */
function withInvoice(
  typed: DocumentInput,
  { currency, amountMinor, breakdown, payments, name, ...said }: InvoiceContent,
  provider: Payee | null,
  expected: Currency,
): DocumentInput {
  const amounts =
    currency === expected && amountMinor !== null ? { amountMinor, breakdown, payments } : undefined
  return {
    ...typed,
    ...said,
    ...amounts,
    type: 'gasto',
    name: typed.name.trim() === '' ? name : typed.name,
    providerId: provider?.id ?? typed.providerId,
    contractId: typed.type === 'gasto' ? (typed.contractId ?? null) : null,
  }
}
