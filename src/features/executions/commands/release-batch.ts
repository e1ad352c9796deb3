/** Way of a batch to the bank: it is released by a second person, and its file is downloaded. */

import { lockedBatch } from '#features/executions/commands/lock-batch.ts'
import { batchFact } from '#features/executions/facts.ts'
import type { BatchRefusal } from '#features/executions/rules/batch.ts'
import { sumTransfers } from '#features/executions/rules/credit-transfer.ts'
import { reviewSnapshot } from '#features/executions/rules/release.ts'
import { type Batch, loadBatch, markDownloaded } from '#features/executions/store/batches.ts'
import { isReleaseConfirmed, markReleased, readReview } from '#features/executions/store/release.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { requireConfirmation } from '#features/step-up/commands/require.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Releases the batch, so that its file may leave. `seen` is the version of the review that the person saw: what changed
 * since is looked at again.
 */
export async function releaseBatch(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
  seen: string,
): Promise<{ id: string } | Refusal> {
  const batch = await lockedBatch(tx, actor, batchId, 'release')
  if (isRefusal(batch)) return batch
  const { onBehalfOf, madeBy, sha256 } = batch
  const review = await reviewBatch(tx, actor, batch)
  const kept = reviewSnapshot(review)
  if (contentVersion(kept) !== seen) return refuse<BatchRefusal>('stale_data')
  const confirmedBy = await confirmedForBatch(tx, actor, batch, 'release')
  await markReleased(tx, batchId, { by: actor.userId, onBehalfOf, review })
  await record(
    tx,
    actor,
    batchFact('batch.released', batchId, {
      after: { ...kept, sha256, madeBy, ...(confirmedBy === null ? {} : { confirmedBy }) },
      onBehalfOf,
    }),
  )
  return { id: batchId }
}

/** Step by which the person has confirmed who they are, where what the batch pays, before credit notes, asks for it. */
async function confirmedForBatch(
  tx: TenantTx,
  actor: Actor,
  { id, amountMinor, creditNotes }: Batch,
  what: 'release' | 'download',
): Promise<ConfirmingStep | null> {
  const { threshold } = await loadThreshold(tx)
  const amount = money(amountMinor + sumTransfers(creditNotes), 'EUR')
  return requireConfirmation(tx, actor, threshold, { what, id, amount })
}

/** Version of what there is to see of a batch now, as a release names it; empty for no batch. */
export async function reviewVersion(tx: TenantTx, actor: Actor, batchId: string): Promise<string> {
  const batch = await loadBatch(tx, actor.userId, batchId)
  return batch ? contentVersion(reviewSnapshot(await reviewBatch(tx, actor, batch))) : ''
}

const reviewBatch = (tx: TenantTx, actor: Actor, { id, documentIds, amountMinor, creditNotes }: Batch) =>
  readReview(tx, actor, { id, orders: documentIds.length, amountMinor, creditNotes })

/** Records the download before the file is sent: from then on the bank may have it. */
export async function downloadBatch(tx: TenantTx, actor: Actor, batchId: string): Promise<Batch | Refusal> {
  const batch = await lockedBatch(tx, actor, batchId, 'download')
  if (isRefusal(batch)) return batch
  const { sha256, onBehalfOf } = batch
  // Whoever released it may have confirmed it; nobody did where one person is enough, or before the company asked.
  const confirmedBy = (await isReleaseConfirmed(tx, batchId))
    ? null
    : await confirmedForBatch(tx, actor, batch, 'download')
  const after = { sha256, ...(confirmedBy === null ? {} : { confirmedBy }) }
  await Promise.all([
    markDownloaded(tx, batchId),
    record(tx, actor, batchFact('batch.downloaded', batchId, { after, onBehalfOf })),
  ])
  return batch
}
