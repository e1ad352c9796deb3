/** A batch, locked after it is asked whether the person may do this to it. */
import { type BatchVerb, batchHand } from '#features/executions/rules/batch.ts'
import { type Batch, loadBatch, lockBatch } from '#features/executions/store/batches.ts'
import { findBatchPrincipals } from '#features/executions/store/release.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { holds } from '#features/projects/rules.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A batch, and in whose place the person handles it; null for their own. */
export type HandledBatch = Batch & { readonly onBehalfOf: string | null }

/** Locks the batch and its orders, and checks the permission; not_found when the person does not see the batch. */
export async function lockedBatch(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
  verb: BatchVerb,
): Promise<HandledBatch | Refusal> {
  await lockBatch(tx, batchId)
  const [batch, principals] = await Promise.all([
    loadBatch(tx, actor.userId, batchId),
    findBatchPrincipals(tx, actor, batchId, { held: true }),
  ])
  if (!batch) return refuse('not_found')
  const projects = await Promise.all(batch.projectIds.map(id => readProjectWithStanding(tx, actor, id)))
  const executesAll = projects.every(project => project && holds(actor, project.standing, 'execute'))
  const isAdmin = actor.role === 'admin'
  if (!executesAll && principals.length === 0 && !isAdmin) return refuse('not_found')
  const hasFile = batch.downloaderIds.includes(actor.userId)
  const handler = {
    executesAll,
    principals,
    isAdmin,
    hasFile,
    hasOtherHand: batch.hasOtherHand,
    isMaker: batch.isMaker,
    isAuthor: batch.isAuthor,
    isDecider: batch.isDecider,
    isForcer: batch.isForcer,
    executorMayApprove: batch.executorMayApprove,
    releasers: batch.releasers,
    trust: accountTrust(actor),
    today: dayFromInstant(tx.now, actor.zone),
  }
  const { may, onBehalfOf } = batchHand(handler, batch, verb)
  return may === true ? { ...batch, onBehalfOf } : may
}
