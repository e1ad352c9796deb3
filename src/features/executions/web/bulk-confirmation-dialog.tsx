import { useMutation } from '@tanstack/react-query'
import { type BaseSyntheticEvent, use, useState } from 'react'
import { sumText } from '#features/approvals/web/text.ts'
import {
  type BulkConfirmationInput,
  type BulkConfirmationOutput,
  bulkConfirmationSchema,
  ConfirmationFieldsPanel,
} from '#features/executions/web/confirmation-fields-panel.tsx'
import { useProof } from '#features/executions/web/proof-panel.tsx'
import { confirmTogetherMutation } from '#features/executions/web/queries.ts'
import type { executionQueue } from '#features/executions/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { counted } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Money } from '#ui/money.tsx'
import { ZoneContext } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

type Payment = Pick<ResponseOf<typeof executionQueue>['items'][number], 'document' | 'payment' | 'payable'>

type BulkConfirmationDialogProps = {
  payments: readonly Payment[]
  proofRequired: boolean
  /** Receives the ids of those that were confirmed. */
  onConfirmed: (documentIds: readonly string[]) => void
  onClose: () => void
}

type Unconfirmed = { readonly documentId: string; readonly text: string }

/** Confirmation of several payments with one date, reference and proof; afterwards, those that were not confirmed. */
export function BulkConfirmationDialog({
  payments,
  proofRequired,
  onConfirmed,
  onClose,
}: BulkConfirmationDialogProps) {
  const zone = use(ZoneContext)
  const { mutateAsync } = useMutation(confirmTogetherMutation)
  const proof = useProof(proofRequired)
  const [unconfirmed, setUnconfirmed] = useState<readonly Unconfirmed[]>([])
  // The orders as they were when the dialog opened: the queue loses them while it is open.
  const [chosen] = useState(payments)
  const wire = useWireForm<BulkConfirmationInput, BulkConfirmationOutput>({
    schema: bulkConfirmationSchema,
    defaults: { executedOn: dayFromInstant(new Date(), zone), reference: '', comment: '', proofFileId: null },
    send: async (said, key) => {
      const items = chosen.map(({ document: { id, revision, payments: several }, payment }) => ({
        documentId: id,
        revision,
        payment: several === null ? null : payment,
      }))
      const answer = await mutateAsync({ body: { ...said, items }, key })
      const refused = answer.items.flatMap(({ documentId, confirmed }) =>
        confirmed === true ? [] : [{ documentId, text: confirmed.text }],
      )
      const confirmed = answer.items.filter(item => item.confirmed === true)
      onConfirmed(confirmed.map(({ documentId }) => documentId))
      if (refused.length > 0) return setUnconfirmed(refused)
      notify.success('Ejecución confirmada', {
        description: `Confirmado el pago de ${counted(chosen.length, 'pedido')}: ${sumText(chosen.map(paidPart))}.`,
        group: 'executions',
      })
      onClose()
    },
  })
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    wire.form.setValue('proofFileId', proof.fileId)
    if (proof.mayGo()) await wire.submit(event)
  }
  if (unconfirmed.length > 0)
    return <UnconfirmedDialog chosen={chosen} unconfirmed={unconfirmed} onClose={onClose} />
  return (
    <FormDialog
      title={`Confirmar ${counted(chosen.length, 'pago')}`}
      description="Una referencia y un comprobante para todos; cada pedido queda confirmado por separado."
      submitLabel={`Confirmar ${chosen.length}`}
      wire={{ ...wire, submit }}
      isDirty={wire.form.formState.isDirty || proof.isChosen}
      refusal={proof.refusal}
      onClose={onClose}
    >
      <div className="rounded-lg border">
        <p className="sums px-3 pt-2 font-semibold text-2xl tracking-tight">
          {sumText(chosen.map(paidPart))}
        </p>
        <ul aria-label="Pagos elegidos" className="max-h-40 divide-y overflow-y-auto px-3 pb-1">
          {chosen.map(payment => (
            <li key={payment.document.id}>
              <PaymentWords payment={payment} />
            </li>
          ))}
        </ul>
      </div>
      <ConfirmationFieldsPanel
        wire={wire}
        proof={proof}
        proofRequired={proofRequired}
        referenceHint="La de la transferencia."
      />
    </FormDialog>
  )
}

const paidPart = ({ payable }: Payment) => ({ amount: payable })

function PaymentWords({ payment: { document, payment, payable } }: { payment: Payment }) {
  return (
    <p className="flex items-baseline justify-between gap-3 py-1">
      <span className="min-w-0 truncate">
        <span className="figures text-ink-faint">{document.id}</span> · {document.providerName}
        {document.payments && ` · pago ${payment} de ${document.payments.count}`}
      </span>
      <Money value={payable} className="shrink-0 font-medium" />
    </p>
  )
}

type UnconfirmedDialogProps = {
  chosen: readonly Payment[]
  unconfirmed: readonly Unconfirmed[]
  onClose: () => void
}

/** Orders that the server did not confirm, each with its reason. */
function UnconfirmedDialog({ chosen, unconfirmed, onClose }: UnconfirmedDialogProps) {
  const count = chosen.length - unconfirmed.length
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={
        count === 0
          ? 'No se ha confirmado ninguno'
          : `${counted(count, 'pago confirmado', 'pagos confirmados')}`
      }
      description={`${unconfirmed.length === 1 ? 'Queda' : 'Quedan'} ${unconfirmed.length} sin confirmar.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <ul aria-label="Sin confirmar" className="divide-y rounded-lg border px-3">
        {unconfirmed.map(({ documentId, text }) => {
          const payment = chosen.find(({ document }) => document.id === documentId)
          return (
            <li key={documentId} className="py-1">
              {payment && <PaymentWords payment={payment} />}
              <p className="pb-1.5 text-negative text-xs">{text}</p>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
