/**
 * Life of a batch: it is released by a second person, downloaded, confirmed, returned in part by the bank, or cancelled before the bank begins.
 */
import { saveNettedBatch } from '#features/documents/store/credit-notes.ts'
import { savePaymentBatch } from '#features/documents/store.ts'
import { reject } from '#features/executions/commands/reject.ts'
import { type Answer, confirm, type SeenInBatch } from '#features/executions/commands.ts'
import { batchFact, executionFact } from '#features/executions/facts.ts'
import { type BatchRefusal, type BatchVerb, batchHand } from '#features/executions/rules/batch.ts'
import { sumTransfers } from '#features/executions/rules/credit-transfer.ts'
import { toldNotes } from '#features/executions/rules/netting.ts'
import { reviewSnapshot } from '#features/executions/rules/release.ts'
import {
  type Batch,
  loadBatch,
  lockBatch,
  markCancelled,
  markDownloaded,
  releaseDocuments,
} from '#features/executions/store/batches.ts'
import type { BatchCreditNote } from '#features/executions/store/netting.ts'
import {
  findBatchPrincipals,
  isReleaseConfirmed,
  markReleased,
  readReview,
} from '#features/executions/store/release.ts'
import { batchWords } from '#features/executions/text/batches.ts'
import type { confirmPaymentBatch } from '#features/executions/wire/batches.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { holds } from '#features/projects/rules.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import { requireConfirmation } from '#features/step-up/commands/require.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { record } from '#server/database/journal.ts'
import { behindSavepoint } from '#server/database/savepoint.ts'
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

type Settled = ResponseOf<typeof confirmPaymentBatch>

/**
 * Confirms each order with `confirm`, under one date and reference; an order that cannot be confirmed is listed with
 * its reason.
 */
export async function confirmBatch(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
  { documentIds, ...asked }: BodyOf<typeof confirmPaymentBatch>,
): Promise<Settled | Refusal> {
  const batch = await lockedBatch(tx, actor, batchId, 'confirm')
  if (isRefusal(batch)) return batch
  const items: Settled['items'] = []
  for (const documentId of [...new Set(documentIds)].toSorted()) {
    // A refused confirmation has written nothing, so that the transaction goes on.
    const payment = batch.paymentNumbers[documentId] ?? null
    const answer = await confirmPayment(tx, actor, batch, documentId, { ...asked, payment })
    const confirmed = isRefusal(answer) ? { refused: answer.refused, text: batchWords(answer) } : true
    items.push({ documentId, confirmed })
  }
  const confirmed = items.flatMap(item => (item.confirmed === true ? [item.documentId] : []))
  const settled = batch.creditNotes.filter(({ documentId }) => confirmed.includes(documentId))
  const { executedOn, reference, comment } = asked
  if (confirmed.length > 0)
    await record(
      tx,
      actor,
      batchFact('batch.confirmed', batchId, {
        after: { documentIds: confirmed, ...toldNotes(settled), executedOn, reference },
        reason: comment,
        onBehalfOf: batch.onBehalfOf,
      }),
    )
  return { items }
}

/**
 * Confirms a payment of the batch and, with it, the credit notes that reduce it: all of them or none. Its own goes first, so
 * that what a credit note gives back of it was used.
 */
async function confirmPayment(
  tx: TenantTx,
  actor: Actor,
  batch: HandledBatch,
  documentId: string,
  asked: Omit<Parameters<typeof confirm>[3], 'revision' | 'way' | keyof SeenInBatch>,
): Promise<Answer | Refusal> {
  const notes = batch.creditNotes.filter(note => note.isIn && note.documentId === documentId)
  const seen = { way: 'in_batch', batchId: batch.id, handledFor: batch.onBehalfOf } as const
  if (notes.length === 0) return confirm(tx, actor, documentId, { ...asked, ...seen })
  const netting = {
    creditNoteIds: notes.map(({ creditNoteId }) => creditNoteId),
    minor: sumTransfers(notes),
  }
  return behindSavepoint(
    tx,
    async () => {
      const answer = await confirm(tx, actor, documentId, { ...asked, ...seen, netting })
      for (const { creditNoteId } of notes) {
        if (isRefusal(answer)) return answer
        const settled = await confirm(tx, actor, creditNoteId, {
          ...asked,
          ...seen,
          payment: null,
          netting: { reduces: documentId },
        })
        if (isRefusal(settled)) return settled
      }
      return answer
    },
    outcome => !isRefusal(outcome),
  )
}

/** Records that the bank returned one payment: its execution is rejected, and the order may enter another batch. */
export async function giveBack(
  tx: TenantTx,
  actor: Actor,
  { batchId, documentId }: { readonly batchId: string; readonly documentId: string },
  reason: string,
): Promise<{ id: string } | Refusal> {
  const batch = await lockedBatch(tx, actor, batchId, 'giveBack')
  if (isRefusal(batch)) return batch
  if (!batch.documentIds.includes(documentId)) return refuse('not_found')
  if (!batch.waitingIds.includes(documentId)) return refuse('not_in_batch')
  // Removed from the batch first: an order in a batch must be approved or executed (database constraint).
  await removeDocuments(tx, actor, batchId, { ...batch, documentIds: [documentId], reason })
  const seen = { batchId: null, handledFor: batch.onBehalfOf }
  const answer = await reject(tx, actor, documentId, { ...seen, reason })
  return isRefusal(answer) ? answer : { id: batchId }
}

/** Cancels the batch before the bank has begun to pay; its orders may enter another. */
export async function cancelBatch(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
  reason: string,
): Promise<{ id: string } | Refusal> {
  const batch = await lockedBatch(tx, actor, batchId, 'cancel')
  if (isRefusal(batch)) return batch
  const { documentIds, creditNotes, onBehalfOf } = batch
  await removeDocuments(tx, actor, batchId, { documentIds, creditNotes, reason, onBehalfOf })
  await Promise.all([
    markCancelled(tx, batchId),
    record(
      tx,
      actor,
      batchFact('batch.cancelled', batchId, {
        before: { documentIds, ...toldNotes(creditNotes) },
        after: { documentIds: [] },
        reason,
        onBehalfOf,
      }),
    ),
  ])
  return { id: batchId }
}

/** A batch, and in whose place the person handles it; null for their own. */
type HandledBatch = Batch & { readonly onBehalfOf: string | null }

/** Locks the batch and its orders, and checks the permission; not_found when the person does not see the batch. */
async function lockedBatch(
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

type Removal = {
  readonly documentIds: readonly string[]
  /** Credit notes of the batch: those that reduce payments of these orders leave it with them. */
  readonly creditNotes: readonly BatchCreditNote[]
  readonly reason: string
  readonly onBehalfOf: string | null
}

async function removeDocuments(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
  { documentIds, creditNotes, reason, onBehalfOf }: Removal,
) {
  const noteIds = creditNotes
    .filter(note => note.isIn && documentIds.includes(note.documentId))
    .map(({ creditNoteId }) => creditNoteId)
  await Promise.all([
    savePaymentBatch(tx, documentIds, null),
    saveNettedBatch(tx, noteIds, null),
    releaseDocuments(tx, batchId, documentIds),
    ...[...documentIds, ...noteIds].map(id =>
      record(
        tx,
        actor,
        executionFact('execution.unbatched', id, {
          before: { batchId },
          after: { batchId: null },
          reason,
          onBehalfOf,
        }),
      ),
    ),
  ])
}
