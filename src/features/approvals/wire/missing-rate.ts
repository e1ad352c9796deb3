/** Exchange rate without which it is not known whom the flow asks. */
import { z } from 'zod'
import { DocumentId } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'

export const MissingRateWire = z.object({
  /** Sentence with the currencies and, of a blocked order, the day; without currencies where others' orders need it. */
  text: z.string(),
  /** True for whoever may enter the rate. */
  mayEnter: z.boolean(),
})
export type MissingRateWire = z.infer<typeof MissingRateWire>

export const getMissingRate = endpoint({
  id: 'getMissingRate',
  method: 'GET',
  path: '/api/projects/:projectId/documents/:documentId/missing-rate',
  summary: 'The exchange rate for which a blocked order waits; null for an order that waits for none.',
  params: z.object({ projectId: ProjectId, documentId: DocumentId }),
  response: z.object({ missingRate: MissingRateWire.nullable() }),
})
