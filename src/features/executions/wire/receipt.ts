import { z } from 'zod'
import { DocumentParams, ReceiptAnswer } from '#features/documents/wire.ts'
import { disputeCauses } from '#features/executions/rules/receipt.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, textWire } from '#kernel/wire.ts'

export const ReceiptAnswerWire = z.object({
  number: z.int(),
  answer: ReceiptAnswer,
  cause: z.enum(disputeCauses).nullable(),
  comment: z.string().nullable(),
  /** Author; null for a provider, who never learns who approves or pays. */
  byName: z.string().nullable(),
  at: InstantWire,
})
export type ReceiptAnswerWire = z.infer<typeof ReceiptAnswerWire>

/** Answers about the receipt, oldest first, and this person's permissions. */
export const ReceiptWire = z.object({
  answers: z.array(ReceiptAnswerWire),
  can: z.object({ receive: AbilityWire, dispute: AbilityWire, resolve: AbilityWire }),
})
export type ReceiptWire = z.infer<typeof ReceiptWire>

/** Number of answers that this person has read: refused when there are more by now. */
const answered = z.int().min(0).max(10_000)
const AnswerWire = z.object({ id: z.string(), receipt: ReceiptAnswer })

export const confirmReceipt = endpoint({
  id: 'confirmReceipt',
  method: 'POST',
  path: '/api/documents/:documentId/receipt',
  summary:
    'Whoever an executed order was for says that it arrived: a payment’s provider, an issuance’s client.',
  params: DocumentParams,
  body: z.object({ answered, comment: textWire(2000) }),
  response: AnswerWire,
  refusals: ['not_its_recipient', 'not_executed', 'own_execution', 'already_received', 'stale_receipt'],
  idempotent: true,
})

export const disputeReceipt = endpoint({
  id: 'disputeReceipt',
  method: 'POST',
  path: '/api/documents/:documentId/dispute',
  summary: 'Says that what was executed did not arrive, or is not what it should be.',
  params: DocumentParams,
  body: z.object({
    answered,
    cause: z.enum(disputeCauses, { error: 'Elige qué ha pasado' }),
    reason: textWire(2000).pipe(z.string('Indica el motivo')),
  }),
  response: AnswerWire,
  refusals: [
    'not_its_recipient',
    'not_executed',
    'own_execution',
    'already_received',
    'already_disputed',
    'stale_receipt',
  ],
  idempotent: true,
})

export const resolveDispute = endpoint({
  id: 'resolveDispute',
  method: 'POST',
  path: '/api/documents/:documentId/dispute/resolution',
  summary: 'The company says how it saw to a dispute; who opened it may then confirm.',
  params: DocumentParams,
  body: z.object({ answered, comment: textWire(2000).pipe(z.string('Indica cómo se ha resuelto')) }),
  response: AnswerWire,
  refusals: ['not_executed', 'not_disputed', 'own_dispute', 'stale_receipt'],
  idempotent: true,
})
