/** Exchange rate for which a blocked order waits. */
import { z } from 'zod'
import { MissingRateWire } from '#features/approvals/wire/route.ts'
import { DocumentId } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'

export const getMissingRate = endpoint({
  id: 'getMissingRate',
  method: 'GET',
  path: '/api/projects/:projectId/documents/:documentId/missing-rate',
  summary: 'The exchange rate for which a blocked order waits; null for an order that waits for none.',
  params: z.object({ projectId: ProjectId, documentId: DocumentId }),
  response: z.object({ missingRate: MissingRateWire.nullable() }),
})
