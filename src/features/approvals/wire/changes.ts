import { z } from 'zod'
import { changedFields } from '#features/approvals/rules/changes.ts'
import { DocumentId } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, MoneyWire } from '#kernel/wire.ts'

/** Decision on a revision that has been corrected since: it no longer counts. */
export const FormerDecisionWire = z.object({
  approverName: z.string(),
  decidedByName: z.string().nullable(),
  status: z.enum(['approved', 'rejected', 'returned']),
  comment: z.string().nullable(),
  decidedAt: InstantWire,
})

export const RevisionChangesWire = z.object({
  /** The corrected revision; it is compared with the one before it. */
  revision: z.int(),
  madeByName: z.string(),
  madeAt: InstantWire,
  amount: z.object({ before: MoneyWire, after: MoneyWire }).nullable(),
  texts: z.array(
    z.object({ field: z.enum(changedFields), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Decisions on the revision before this one. */
  decisions: z.array(FormerDecisionWire),
})
export type RevisionChangesWire = z.infer<typeof RevisionChangesWire>

export const listChanges = endpoint({
  id: 'listChanges',
  method: 'GET',
  path: '/api/projects/:projectId/documents/:documentId/changes',
  summary: 'What each correction of an order changed, the latest first; a provider is told of none.',
  params: z.object({ projectId: ProjectId, documentId: DocumentId }),
  response: z.object({ items: z.array(RevisionChangesWire) }),
})
