/** Wire of a payment that came back. */
import { z } from 'zod'
import { DocumentParams, DocumentStateWire, RevisionWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { DayWire, textWire } from '#kernel/wire.ts'

export const returnPayment = endpoint({
  id: 'returnPayment',
  method: 'POST',
  path: '/api/documents/:documentId/execution/return',
  summary: 'Records that the bank returned a payment that was made: it may be made again.',
  params: DocumentParams,
  body: z.object({
    revision: RevisionWire,
    /** Number of the payment within the order; of an order paid once, 1. */
    payment: z.int().min(1).max(24),
    /** Attempt of the payment that came back, as the person saw it. */
    attempt: z.int().min(1).max(1000),
    returnedOn: DayWire,
    reason: textWire(2000).pipe(z.string('Indica el motivo')),
  }),
  response: z.object({ id: z.string(), state: DocumentStateWire }),
  refusals: [
    'untrusted_account',
    'paid_is_credited',
    'credit_spent',
    'own_document',
    'approver_cannot_execute',
    'not_a_payment',
    'payment_not_made',
    'returned_in_future',
    'returned_before_payment',
    'stale_revision',
  ],
  idempotent: true,
})
