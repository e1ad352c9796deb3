import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import {
  isOnlyWithItsOrder,
  type NettingPair,
  type Note,
  placeNotes,
} from '#features/executions/rules/netting.ts'
import type {
  CandidateWire,
  CreditNoteCandidateWire,
  makePaymentBatch,
  paymentCandidates,
} from '#features/executions/wire/make-batch.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { formatMoney, minorFromText, minorToText, money } from '#kernel/money.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Money } from '#ui/money.tsx'

/** Credit notes of a new batch: those that may be chosen, those that are, and the payment that each of these reduces. */
export type Netting = {
  readonly notes: readonly CreditNoteCandidateWire[]
  readonly chosen: readonly string[]
  readonly pairs: readonly NettingPair[]
  readonly onToggle: (creditNoteId: string) => void
}

/** Minor units that chosen credit notes take of the payments to a provider. */
export const takenFrom = (
  { notes, pairs }: Netting,
  isOf: (note: CreditNoteCandidateWire) => boolean,
): bigint =>
  notes
    .filter(note => isOf(note) && pairs.some(({ creditNoteId }) => creditNoteId === note.document.id))
    .reduce((sum, { amount }) => sum + minorFromText(amount.minor), 0n)

type CreditNotesPanelProps = {
  provider: string
  /** Payments to the provider. */
  items: readonly CandidateWire[]
  /** Orders whose payments are chosen. */
  chosen: readonly string[]
  netting: Netting
}

/** Credit notes of a provider, below its payments: whoever chooses one sees in which payment it is netted. */
export function CreditNotesPanel({ provider, items, chosen, netting }: CreditNotesPanelProps) {
  const notes = netting.notes.filter(({ document }) => document.providerName === provider)
  const payments = items.filter(({ document }) => chosen.includes(document.id))
  const taken = takenFrom(netting, note => notes.includes(note))
  if (notes.length === 0) return null
  const gross = payments.reduce((sum, { payable }) => sum + minorFromText(payable.minor), 0n)
  return (
    <>
      <ul aria-label={`Abonos de ${provider}`} className="select-none divide-y border-t">
        {notes.map(note => (
          <CreditNote key={note.document.id} note={note} netting={netting} isPaid={payments.length > 0} />
        ))}
      </ul>
      {taken > 0n && (
        <p className="figures flex justify-between gap-4 border-t px-4 py-2 font-medium sm:px-5">
          <span>Monto neto</span>
          <Money value={{ minor: minorToText(gross - taken), currency: 'EUR' }} withCents />
        </p>
      )}
    </>
  )
}

type CreditNoteProps = { note: CreditNoteCandidateWire; netting: Netting; isPaid: boolean }

function CreditNote({ note, netting, isPaid }: CreditNoteProps) {
  const { document, amount, can } = note
  const isChosen = netting.chosen.includes(document.id)
  const pair = netting.pairs.find(({ creditNoteId }) => creditNoteId === document.id)
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <Checkbox
          label={
            <span className="wrap-anywhere font-medium">
              {document.name} <span className="figures font-normal text-ink-faint">{document.id}</span>
            </span>
          }
          note={[`Abono de ${document.creditedId}`, document.projectName].join(' · ')}
          checked={isChosen}
          disabled={can !== true || (!isPaid && !isChosen)}
          onChange={() => netting.onToggle(document.id)}
        />
        {can !== true && <p className="pl-6.5 text-caution text-xs">{can.text}</p>}
        {can === true && !isPaid && !isChosen && (
          <p className="pl-6.5 text-ink-faint text-xs">Elige un pago de este proveedor para compensarlo.</p>
        )}
        {pair && <p className="pl-6.5 text-ink-soft text-xs">Se compensa en el pago de {pair.documentId}.</p>}
        {isChosen && !pair && <p className="pl-6.5 text-caution text-xs">{unplacedText(noteFrom(note))}</p>}
      </div>
      <span className="figures shrink-0 font-semibold text-positive">
        −{formatMoney(money(minorFromText(amount.minor), 'EUR'))}
      </span>
    </li>
  )
}

/** Reason why a chosen credit note has no payment to reduce. */
const unplacedText = (note: Note): string =>
  isOnlyWithItsOrder(note)
    ? `De ${note.creditedId} aún no se ha pagado lo que devuelve: solo se compensa en su propio pago, y ha de quedar algo que transferir.`
    : 'No cabe: elige un pago mayor de este proveedor y del mismo cliente, porque el monto neto ha de ser mayor que cero. Los abonos de un pedido no devuelven más de lo que se pagó de él.'

function noteFrom({ document, clientId, amount, charge, kept }: CreditNoteCandidateWire): Note {
  return {
    id: document.id,
    creditedId: document.creditedId ?? '',
    providerId: document.providerId,
    clientId,
    amountMinor: minorFromText(amount.minor),
    chargeMinor: minorFromText(charge.minor),
    keptMinor: minorFromText(kept.minor),
  }
}

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
    const notes = creditNotes.filter(({ document }) => noteIds.includes(document.id)).map(noteFrom)
    setChosen(noteIds)
    form.setValue('creditNotes', placeNotes(payments, notes), { shouldDirty: true })
  }
  const onToggle = (id: string) => {
    const noteIds = chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]
    place(form.getValues('documentIds'), noteIds)
  }
  return { netting: { notes: creditNotes, chosen, pairs, onToggle }, place }
}
