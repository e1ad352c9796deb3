import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { placeNotes } from '#features/executions/rules/netting.ts'
import type { Netting } from '#features/executions/web/credit-notes-list.tsx'
import type { makePaymentBatch, paymentCandidates } from '#features/executions/wire/make-batch.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { minorFromText } from '#kernel/money.ts'

type Schema = typeof makePaymentBatch.body
type BatchFormReturn = UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>

/** Credit notes chosen for a new batch: each choice of payments or of credit notes places them anew. */
export function useNetting(
  { items, creditNotes }: ResponseOf<typeof paymentCandidates>,
  form: BatchFormReturn,
): { netting: Netting; place: (documentIds: readonly string[], noteIds: readonly string[]) => void } {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const pairs = useWatch({ control: form.control, name: 'creditNotes' }) ?? []
  const place = (documentIds: readonly string[], noteIds: readonly string[]) => {
    const payments = items
      .filter(({ document }) => documentIds.includes(document.id))
      .map(({ document, clientId, payable }) => ({
        id: document.id,
        providerId: document.providerId,
        clientId,
        amountMinor: minorFromText(payable.minor),
      }))
    const notes = creditNotes
      .filter(({ document }) => noteIds.includes(document.id))
      .map(({ document, clientId, amount, onlyWithItsOrder }) => ({
        id: document.id,
        creditedId: document.creditedId ?? '',
        providerId: document.providerId,
        clientId,
        amountMinor: minorFromText(amount.minor),
        onlyWithItsOrder,
      }))
    setChosen(noteIds)
    form.setValue('creditNotes', placeNotes(payments, notes), { shouldDirty: true })
  }
  const onToggle = (id: string) => {
    const noteIds = chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]
    place(form.getValues('documentIds'), noteIds)
  }
  return { netting: { notes: creditNotes, chosen, pairs, onToggle }, place }
}
