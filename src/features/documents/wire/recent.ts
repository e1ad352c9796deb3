import { z } from 'zod'
import { DocumentTypeWire } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'

export const RecentProviderWire = z.object({
  /** Type of the orders that named this provider. */
  type: DocumentTypeWire,
  id: z.string(),
  name: z.string(),
  taxId: z.string().nullable(),
})
export type RecentProviderWire = z.infer<typeof RecentProviderWire>

export const RecentlyUsedWire = z.object({
  /** Projects in which the person may make an order, three at most. */
  projects: z.array(z.object({ id: z.string(), name: z.string(), clientName: z.string() })),
  /** Providers used in the requested project, three at most for each type. */
  providers: z.array(RecentProviderWire),
})
export type RecentlyUsedWire = z.infer<typeof RecentlyUsedWire>

export const recentlyUsed = endpoint({
  id: 'recentlyUsed',
  method: 'GET',
  path: '/api/documents/recently-used',
  summary: 'What the person said in the orders that they made last, to be offered again; the last one first.',
  query: z.object({ projectId: ProjectId.optional() }),
  response: RecentlyUsedWire,
})
