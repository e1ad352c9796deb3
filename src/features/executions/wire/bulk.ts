import { z } from 'zod'
import { DocumentId, RevisionWire } from '#features/documents/wire.ts'
import { bulkConfirmationLimit } from '#features/executions/rules.ts'
import { confirmExecution } from '#features/executions/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire } from '#kernel/wire.ts'

/** An order, the revision of it that the person read, and of an order of several payments the one that is confirmed. */
const ReadDocumentWire = z.object({
  documentId: DocumentId,
  revision: RevisionWire,
  payment: confirmExecution.body.shape.payment,
})

export const confirmTogether = endpoint({
  id: 'confirmTogether',
  method: 'POST',
  path: '/api/executions/bulk',
  summary:
    'Confirms several executions with one date, reference and proof, each on its own, and answers for each.',
  body: confirmExecution.body.omit({ revision: true, payment: true }).extend({
    items: z
      .array(ReadDocumentWire)
      .min(1, 'Elige al menos un pedido')
      .max(bulkConfirmationLimit, `Máximo ${bulkConfirmationLimit} pedidos a la vez`)
      .refine(
        items => new Set(items.map(({ documentId }) => documentId)).size === items.length,
        'Un pedido está repetido',
      ),
  }),
  response: z.object({ items: z.array(z.object({ documentId: z.string(), confirmed: AbilityWire })) }),
  idempotent: true,
})
