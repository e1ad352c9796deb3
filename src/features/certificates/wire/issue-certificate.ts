/** Call that issues a Constancia, apart from what one says: the page of an order begins without that. */
import { z } from 'zod'
import { DocumentParams } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'

export const issueCertificate = endpoint({
  id: 'issueCertificate',
  forReaders: true,
  method: 'POST',
  path: '/api/documents/:documentId/certificates',
  summary:
    'Issues the Constancia of an order that was approved, rejected or cancelled, and answers an address that serves it for a few minutes.',
  params: DocumentParams,
  response: z.object({ url: z.string(), expiresInSeconds: z.int() }),
  refusals: ['not_approved', 'not_for_provider'],
  idempotent: true,
})
