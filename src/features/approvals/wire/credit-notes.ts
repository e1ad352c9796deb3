/** Wire of a credit note that is sent, in a module of its own, so that only its form loads it. */
import { z } from 'zod'
import { submitRefusals } from '#features/approvals/wire/submit.ts'
import { BreakdownWire } from '#features/documents/wire/breakdown.ts'
import { soundBreakdown } from '#features/documents/wire/content.ts'
import { InvoiceDateWire, InvoiceNumberWire } from '#features/documents/wire/invoice.ts'
import { DocumentParams, RevisionWire, SubmittedWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { DocumentMinorWire, lineWire, textWire, UuidWire } from '#kernel/wire.ts'

/** Content of a credit note that a person fills in: the rest is that of the order that it reduces. */
export const CreditNoteContentWire = z
  .object({
    /** Revision of the order that it reduces, as the person read it. */
    revision: RevisionWire,
    name: lineWire(160, 'Nombre requerido'),
    amountMinor: DocumentMinorWire,
    breakdown: BreakdownWire.nullish().transform(breakdown => breakdown ?? null),
    description: textWire(4000),
    /** Number and date of the provider's credit note. */
    invoiceNumber: InvoiceNumberWire,
    invoiceDate: InvoiceDateWire,
    /** Reason why it repeats no other credit note: required when it looks like one. */
    duplicateReason: textWire(500),
    fileIds: z.array(UuidWire).max(20, 'Máximo 20 adjuntos').default([]),
  })
  .superRefine(soundBreakdown)
export type CreditNoteContentWire = z.infer<typeof CreditNoteContentWire>

export const submitCreditNote = endpoint({
  id: 'submitCreditNote',
  method: 'POST',
  path: '/api/documents/:documentId/credit-notes',
  summary:
    'Makes a credit note, which reduces an order that is approved or executed, and asks for its approval.',
  params: DocumentParams,
  body: CreditNoteContentWire,
  response: SubmittedWire,
  refusals: [...submitRefusals, 'stale_revision', 'credits_credit_note', 'not_creditable'],
  idempotent: true,
})
