import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type BaseSyntheticEvent, Suspense, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CreditNoteContentWire, submitCreditNote } from '#features/approvals/wire/credit-notes.ts'
import { resubmitDocument } from '#features/approvals/wire/submit.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import type { TypedBreakdown } from '#features/documents/rules/typed-breakdown.ts'
import { unsaidContent } from '#features/documents/rules.ts'
import { AttachmentsPanel, useAttachments } from '#features/documents/web/attachments-panel.tsx'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import type { AttachmentWire, SubmittedWire } from '#features/documents/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Currency } from '#kernel/money.ts'
import { problemType } from '#kernel/problem.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { ApiProblem, call } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm, type WireForm } from '#ui/hooks/use-wire-form.ts'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof CreditNoteContentWire>
type CreditNoteForm = WireForm<Input, CreditNoteContentWire>

/** Received file that the credit note is: what it says, and the call that makes it. */
type ReceivedCreditNote = {
  readonly file: AttachmentWire
  readonly content: Partial<Input>
  readonly send: (body: CreditNoteContentWire, key: string) => Promise<z.infer<typeof SubmittedWire>>
}

type CreditNoteDialogProps = {
  areaPath: string
  /** Order to reduce, or a returned credit note to correct. */
  document: DocumentDetailWire
  received?: ReceivedCreditNote
  onClose: () => void
}

/** Credit note of an order: asked for, or corrected after it was returned. */
export function CreditNoteDialog({ areaPath, document, received, onClose }: CreditNoteDialogProps) {
  const { credited } = document
  const send = useSend(areaPath, document, onClose, received?.send)
  const wire = useWireForm<Input, CreditNoteContentWire>({
    schema: CreditNoteContentWire,
    defaults: credited === null ? { ...freshContent(document), ...received?.content } : toContent(document),
    send,
  })
  const [begun] = useState(() => (received ? [received.file] : none))
  const attachments = useAttachments(credited === null ? begun : document.attachments)
  const submit = (event?: BaseSyntheticEvent) => {
    wire.form.setValue(
      'fileIds',
      attachments.files.map(({ fileId }) => fileId),
    )
    return wire.submit(event)
  }
  const left = credited === null ? document.left : credited.left
  return (
    <FormDialog
      title={`Abono de ${credited?.id ?? document.id}`}
      description="Pasa por la misma aprobación que un pedido y no consume presupuesto. Al confirmarse, su carga vuelve al contrato."
      submitLabel={credited === null ? 'Pedir abono' : 'Reenviar abono'}
      wire={{ ...wire, submit }}
      isDirty={wire.form.formState.isDirty || attachments.isChanged}
      refusal={attachments.refusal}
      onClose={onClose}
    >
      <TextField {...wire.field('name')} label="Nombre" maxLength={160} autoComplete="off" />
      <AmountFields wire={wire} type={document.type} left={left} />
      {document.type === 'gasto' && <InvoiceFields wire={wire} />}
      <TextArea {...wire.field('description')} label="Descripción" optional rows={2} maxLength={4000} />
      <ReasonField wire={wire} />
      <AttachmentsPanel attachments={attachments} error={wire.fieldError('fileIds')} />
    </FormDialog>
  )
}

const none: DocumentDetailWire['attachments'] = []

/** Comes with the order's form: imported by itself it would divide that form's code, which loads first there. */
const BreakdownPanel = late(
  async () => (await import('#features/documents/web/document-form.tsx')).BreakdownPanel,
)

const filledBreakdown = (said: NonNullable<Input['breakdown']>): TypedBreakdown => ({
  taxLines: said.taxLines ?? [],
  disbursementsMinor: said.disbursementsMinor ?? '0',
  withholding: said.withholding ?? null,
  prepaidMinor: said.prepaidMinor ?? '0',
  roundingMinor: said.roundingMinor ?? '0',
})

type AmountFieldsProps = { wire: CreditNoteForm; type: DocumentDetailWire['type']; left: MoneyWire }

/** Amount with what it is made of. */
function AmountFields({ wire, type, left }: AmountFieldsProps) {
  const currency: Currency = left.currency
  const { field } = useController({ control: wire.form.control, name: 'amountMinor' })
  const [amountMinor, breakdown] = useWatch({
    control: wire.form.control,
    name: ['amountMinor', 'breakdown'],
  })
  const set = (typed: { amountMinor: string; breakdown: TypedBreakdown | null }) => {
    const options = { shouldDirty: true, shouldValidate: wire.form.formState.isSubmitted }
    wire.form.setValue('amountMinor', typed.amountMinor, options)
    wire.form.setValue('breakdown', typed.breakdown, options)
  }
  return (
    <>
      <MoneyField label="Monto" currency={currency} {...field} error={wire.fieldError('amountMinor')} />
      <p className="-mt-2 text-ink-soft text-sm">
        Quedan por abonar <Money value={left} />.
      </p>
      <Suspense fallback={<Skeleton className="h-9 w-48 rounded-lg" />}>
        <BreakdownPanel
          type={type}
          isCredit
          amountMinor={amountMinor}
          breakdown={breakdown ? filledBreakdown(breakdown) : null}
          currency={currency}
          onChange={set}
          fieldError={wire.fieldError}
        />
      </Suspense>
    </>
  )
}

/** Number and date of the provider's credit note. */
function InvoiceFields({ wire }: { wire: CreditNoteForm }) {
  const { field } = useController({ control: wire.form.control, name: 'invoiceDate' })
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        {...wire.field('invoiceNumber')}
        label="Nº de la rectificativa"
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

/** Reason why it repeats no other credit note, once the server asks for it. */
function ReasonField({ wire }: { wire: CreditNoteForm }) {
  const [wasAsked, setAsked] = useState(Boolean(wire.form.getValues('duplicateReason')))
  const isAsked = wire.fieldError('duplicateReason') !== undefined
  if (isAsked && !wasAsked) setAsked(true)
  if (!isAsked && !wasAsked) return null
  return (
    <TextArea
      {...wire.field('duplicateReason')}
      label="Por qué no repite otro abono"
      hint="Lo leerán quienes aprueban."
      rows={2}
      maxLength={500}
    />
  )
}

const freshContent = ({ id, revision }: DocumentDetailWire): Input => ({
  revision,
  name: `Abono de ${id}`,
  amountMinor: '',
  breakdown: null,
  description: '',
  invoiceNumber: '',
  invoiceDate: '',
  duplicateReason: '',
})

const toContent = (document: DocumentDetailWire): Input => ({
  revision: document.revision,
  name: document.name,
  amountMinor: document.amount.minor,
  breakdown: document.breakdown,
  description: document.description ?? '',
  invoiceNumber: document.invoiceNumber ?? '',
  invoiceDate: document.invoiceDate ?? '',
  duplicateReason: document.duplicateReason ?? '',
})

/** Sends a new credit note and opens it; of a correction the order's page shows what follows. */
function useSend(
  areaPath: string,
  document: DocumentDetailWire,
  onClose: () => void,
  sendReceived: ReceivedCreditNote['send'] | undefined,
) {
  const navigate = useNavigate()
  const { mutateAsync: make } = useMutation({
    mutationFn: ({ body, key }: { body: CreditNoteContentWire; key: string }) =>
      call(submitCreditNote, { params: { documentId: document.id }, body, idempotencyKey: key }),
    onSuccess: ordersChanged,
  })
  const { mutateAsync: correct } = useMutation({
    mutationFn: ({ body, key }: { body: BodyOf<typeof resubmitDocument>; key: string }) =>
      call(resubmitDocument, { params: { documentId: document.id }, body, idempotencyKey: key }),
    onSuccess: ordersChanged,
  })
  return async (body: CreditNoteContentWire, key: string) => {
    const { projectId, type, providerId, contract, credited } = document
    const order = { projectId, type, providerId, contractId: contract?.id ?? null }
    const sending =
      credited !== null
        ? correct({ body: { ...unsaidContent, ...body, ...order }, key })
        : sendReceived
          ? sendReceived(body, key)
          : make({ body, key })
    const sent = await sending.catch(askWhy)
    notify.success(credited === null ? 'Abono pedido' : 'Abono reenviado', {
      description: `${sent.id} espera ahora su aprobación.`,
    })
    onClose()
    if (credited === null) await navigate({ to: documentAddress(areaPath, sent) })
  }
}

/** Turns a refusal for a possible duplicate into an error of the reason's field; throws any other error as it is. */
function askWhy(error: unknown): never {
  if (!(error instanceof ApiProblem) || error.problem.type !== problemType('possible_duplicate')) throw error
  const issue = { pointer: '/duplicateReason', code: 'required', message: error.problem.title }
  throw new ApiProblem({ ...error.problem, issues: [issue] })
}
