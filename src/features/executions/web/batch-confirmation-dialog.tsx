import { useMutation } from '@tanstack/react-query'
import { type BaseSyntheticEvent, use } from 'react'
import {
  type BulkConfirmationInput,
  type BulkConfirmationOutput,
  bulkConfirmationSchema,
  ConfirmationFieldsPanel,
} from '#features/executions/web/confirmation-fields-panel.tsx'
import { useProof } from '#features/executions/web/proof-panel.tsx'
import { confirmBatchMutation } from '#features/executions/web/queries.ts'
import type { BatchWire } from '#features/executions/wire/batches.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { counted } from '#kernel/text.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { ZoneContext } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

export type Unconfirmed = { readonly documentId: string; readonly text: string }

type BatchConfirmationDialogProps = {
  batch: BatchWire
  /** Receives the orders that could not be confirmed, with the reasons. */
  onUnconfirmed: (orders: readonly Unconfirmed[]) => void
  onClose: () => void
}

/** Most orders in one call. */
const inOnePart = 100

/** Confirmation of a batch that the bank has paid: one date and one reference for all orders that still wait. */
export function BatchConfirmationDialog({ batch, onUnconfirmed, onClose }: BatchConfirmationDialogProps) {
  const zone = use(ZoneContext)
  const { mutateAsync } = useMutation(confirmBatchMutation)
  const proof = useProof(batch.proofRequired)
  const waiting = batch.items
    .filter(({ standing }) => standing === 'waiting')
    .map(({ document }) => document.id)
  const wire = useWireForm<BulkConfirmationInput, BulkConfirmationOutput>({
    schema: bulkConfirmationSchema,
    defaults: { executedOn: dayFromInstant(new Date(), zone), reference: '', comment: '', proofFileId: null },
    send: async (body, key) => {
      const unconfirmed: Unconfirmed[] = []
      for (let from = 0; from < waiting.length; from += inOnePart) {
        const part = { ...body, documentIds: waiting.slice(from, from + inOnePart) }
        const { items } = await mutateAsync({ batchId: batch.id, body: part, key: `${key}-${from}` })
        for (const { documentId, confirmed } of items)
          if (confirmed !== true) unconfirmed.push({ documentId, text: confirmed.text })
      }
      onUnconfirmed(unconfirmed)
      sayConfirmed(batch.id, waiting.length - unconfirmed.length)
      onClose()
    },
  })
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    wire.form.setValue('proofFileId', proof.fileId)
    if (proof.mayGo()) await wire.submit(event)
  }
  return (
    <FormDialog
      title={`Confirmar la remesa ${batch.id}`}
      description={`Se confirma el pago de ${counted(waiting.length, 'pedido')}. Marca antes como devuelto lo que el banco no haya pagado.`}
      submitLabel="Confirmar la remesa"
      wire={{ ...wire, submit }}
      isDirty={wire.form.formState.isDirty || proof.isChosen}
      refusal={proof.refusal}
      onClose={onClose}
    >
      <ConfirmationFieldsPanel
        wire={wire}
        proof={proof}
        proofRequired={batch.proofRequired}
        referenceHint="La de la remesa en tu banco."
      />
    </FormDialog>
  )
}

function sayConfirmed(batchId: string, count: number): void {
  if (count === 0) notify.error(`${batchId}: no se ha confirmado ningún pedido`)
  else
    notify.success(`Remesa ${batchId} confirmada`, {
      description: `Confirmado el pago de ${counted(count, 'pedido')}.`,
    })
}
