/** Wire of declining several orders at once, in a module of its own: only its dialog loads it. */
import { z } from 'zod'
import { itemsWire, SeenDocumentWire } from '#features/approvals/wire/bulk.ts'
import { DocumentStateWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { textWire } from '#kernel/wire.ts'

/** An order that is rejected or returned, with the reason. */
const ReasonedDocumentWire = SeenDocumentWire.extend({ comment: textWire(2000) })

export const TogetherAnswerWire = z.discriminatedUnion('outcome', [
  /** `state` is where the order stands now. */
  z.object({ documentId: z.string(), outcome: z.literal('decided'), state: DocumentStateWire }),
  /** The reason is a sentence in Spanish. */
  z.object({ documentId: z.string(), outcome: z.literal('refused'), reason: z.string() }),
])
export type TogetherAnswerWire = z.infer<typeof TogetherAnswerWire>

export const declineTogether = endpoint({
  id: 'declineTogether',
  method: 'POST',
  path: '/api/approvals/bulk-declining',
  summary: 'Rejects or returns up to a hundred orders, each on its own and with its own reason.',
  body: z.object({
    decision: z.enum(['reject', 'return']),
    items: itemsWire(ReasonedDocumentWire),
  }),
  response: z.object({ items: z.array(TogetherAnswerWire) }),
  idempotent: true,
})
