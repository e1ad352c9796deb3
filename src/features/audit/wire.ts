import { z } from 'zod'
import { DocumentParams } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

export const TimelineEntryWire = z.object({
  id: z.string(),
  at: InstantWire,
  /** Null for the system, and for a provider, who never learns who approves. */
  actorName: z.string().nullable(),
  /** `document.submitted`, `approval.decided`, … */
  action: z.string(),
  reason: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type TimelineEntryWire = z.infer<typeof TimelineEntryWire>

export const documentTimeline = endpoint({
  id: 'documentTimeline',
  method: 'GET',
  path: '/api/documents/:documentId/timeline',
  summary: 'Everything that happened to an order, oldest first.',
  params: DocumentParams,
  response: z.object({ items: z.array(TimelineEntryWire) }),
})
