/** Delivery: the provider of an approved order sends its invoices or certificates. */
import { attachableFiles } from '#features/documents/store/attachable.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { lockDocument } from '#features/documents/store.ts'
import { executionFact } from '#features/executions/facts.ts'
import { maxDeliveredFiles, mayDeliver } from '#features/executions/rules.ts'
import { deliveredFiles, insertDelivery } from '#features/executions/store.ts'
import type { deliverFiles } from '#features/executions/wire.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Adds the provider's invoices or certificates to an approved order. The approved content is not changed. */
export async function deliver(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { fileIds, note }: BodyOf<typeof deliverFiles>,
): Promise<{ delivered: number } | Refusal> {
  const [document, project, isVisible] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  const may = mayDeliver(actor, document)
  if (may !== true) return may
  const files = [...new Set(fileIds)]
  const before = await deliveredFiles(tx, documentId)
  const attachable = await attachableFiles(tx, files, actor.userId, null)
  if (attachable.size !== files.length) return refuse('file_not_yours')
  const fresh = files.filter(id => !before.includes(id))
  if (before.length + fresh.length > maxDeliveredFiles)
    return refuse('too_many_deliveries', { most: maxDeliveredFiles })
  for (const fileId of fresh)
    await insertDelivery(tx, { documentId, fileId, note, deliveredBy: actor.userId })
  await record(
    tx,
    actor,
    executionFact('document.delivered', documentId, {
      after: { fileIds: fresh, files: fresh.map(id => attachable.get(id) ?? '') },
      reason: note,
    }),
  )
  return { delivered: fresh.length }
}
