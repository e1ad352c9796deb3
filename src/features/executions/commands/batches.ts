/** End of a batch: it is confirmed, returned in part by the bank, or cancelled before the bank begins. */
import { saveNettedBatch } from '#features/documents/store/credit-notes.ts'
import { savePaymentBatch } from '#features/documents/store.ts'
import type { SeenInBatch } from '#features/executions/commands/lock.ts'
import { type HandledBatch, lockedBatch } from '#features/executions/commands/lock-batch.ts'
import { reject } from '#features/executions/commands/reject.ts'
import { type Answer, confirm } from '#features/executions/commands.ts'
import { batchFact, executionFact } from '#features/executions/facts.ts'
import { sumTransfers } from '#features/executions/rules/credit-transfer.ts'
import { toldNotes } from '#features/executions/rules/netting.ts'
import { markCancelled, releaseDocuments } from '#features/executions/store/batches.ts'
import type { BatchCreditNote } from '#features/executions/store/netting.ts'
import { batchWords } from '#features/executions/text/batches.ts'
import type { confirmPaymentBatch } from '#features/executions/wire/batches.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import { behindSavepoint } from '#server/database/savepoint.ts'
import type { TenantTx } from '#server/database/tenant.ts'

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
