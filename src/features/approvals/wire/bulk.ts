import { z } from 'zod'
import { attentions, bulkLimit } from '#features/approvals/rules/bulk.ts'
import { DocumentId, DocumentStateWire, RevisionWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'

/** Reason for which an order is not approved with others, and a person decides it by itself. */
export const AttentionWire = z.enum(attentions)

/** An order and the revision of it that the person read. */
export const SeenDocumentWire = z.object({ documentId: DocumentId, revision: RevisionWire })
export type SeenDocumentWire = z.infer<typeof SeenDocumentWire>

export const BulkAnswerWire = z.discriminatedUnion('outcome', [
  /** This person's approval was given; `state` is where the order stands now, which others may still have to approve. */
  z.object({ documentId: z.string(), outcome: z.literal('approved'), state: DocumentStateWire }),
  z.object({
    documentId: z.string(),
    outcome: z.literal('set_aside'),
    attention: z.array(AttentionWire),
  }),
  /** The reason is a sentence in Spanish. */
  z.object({ documentId: z.string(), outcome: z.literal('refused'), reason: z.string() }),
])
export type BulkAnswerWire = z.infer<typeof BulkAnswerWire>

const noRepeats = (items: readonly SeenDocumentWire[]): boolean =>
  new Set(items.map(item => item.documentId)).size === items.length
/** Orders of one call, each once. */
export const itemsWire = <Item extends z.ZodType<SeenDocumentWire>>(item: Item) =>
  z
    .array(item)
    .min(1, 'Elige al menos un pedido')
    .max(bulkLimit, `Máximo ${bulkLimit} pedidos a la vez`)
    .refine(noRepeats, 'Un pedido está repetido')

export const approveTogether = endpoint({
  id: 'approveTogether',
  method: 'POST',
  path: '/api/approvals/bulk',
  summary: 'Approves up to a hundred orders, each on its own: what needs attention is set aside, undecided.',
  body: z.object({ items: itemsWire(SeenDocumentWire) }),
  response: z.object({ items: z.array(BulkAnswerWire) }),
  idempotent: true,
})
