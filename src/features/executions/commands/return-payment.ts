/** Return of a payment that was made: the bank sent it back, and it may be made again. */
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { mayComeBack } from '#features/documents/rules/credit-notes.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { chargeKept } from '#features/documents/store/credit-notes.ts'
import { findPayments, savePayment } from '#features/documents/store/payments.ts'
import { lockForExecution } from '#features/executions/commands/lock.ts'
import { notesToReopen, reopenNote } from '#features/executions/commands/reopen-note.ts'
import { executionFact } from '#features/executions/facts.ts'
import { checkReturn } from '#features/executions/rules.ts'
import { batchOfPayment, releaseDocuments } from '#features/executions/store/batches.ts'
import { lockNetted } from '#features/executions/store/netting.ts'
import { saveReturn } from '#features/executions/store.ts'
import type { returnPayment } from '#features/executions/wire/return-payment.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Records that a payment came back: its share of the charge is committed again, and an executed order is approved again,
 * out of its batch. Of a cancelled order nothing is paid any more: its share is free. Credit notes that were netted against
 * it wait again: the transfer that carried them came back.
 */
export async function returnPaid(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { revision, payment: number, reason, ...asked }: BodyOf<typeof returnPayment>,
): Promise<ResponseOf<typeof returnPayment> | Refusal> {
  const noteIds = await lockNetted(tx, documentId, number)
  const found = await lockForExecution(tx, actor, documentId, { seen: { revision }, verb: 'giveBack' })
  if (isRefusal(found)) return found
  const { document, standing, onBehalfOf } = found
  const execution = standing.find(each => each.payment === number)
  if (!execution || execution.attempt !== asked.attempt) return refuse('payment_not_made')
  const returnedOn = dayFrom(asked.returnedOn)
  if (returnedOn === null) throw new Error('the wire lets only days through')
  const sound = checkReturn(returnedOn, {
    executedOn: execution.executedOn,
    today: dayFromInstant(tx.now, actor.zone),
  })
  if (sound !== true) return sound
  const [payments, batchId] = await Promise.all([
    document.isPlanned ? findPayments(tx, documentId) : [],
    batchOfPayment(tx, documentId, number),
  ])
  const { state: before } = document
  const state = before === 'executed' ? 'approved' : before
  const planned = payments.length > 1 ? payments.find(each => each.number === number) : undefined
  const charge = planned ? money(planned.chargeMinor, document.charge.currency) : document.charge
  const mayReturn = mayComeBack(charge, await chargeKept(tx, documentId, charge.currency, noteIds))
  if (mayReturn !== true) return mayReturn
  const freed = state === 'cancelled' ? { ...document, charge } : null
  const notes = await notesToReopen(tx, actor, noteIds, freed)
  if (isRefusal(notes)) return notes
  if (batchId !== null) await releaseDocuments(tx, batchId, [documentId])
  const came = { returnedBy: actor.userId, returnedOn, reason }
  await saveReturn(tx, { ...came, documentId, payment: number, attempt: execution.attempt })
  for (const note of notes) await reopenNote(tx, actor, note, { ...came, reduces: documentId, onBehalfOf })
  await Promise.all([
    savePayment(tx, payments, {
      documentId,
      number,
      isPaid: false,
      state,
      // An executed order is still in the batch that made its last payment: it has nothing to wait for there.
      paymentBatchId:
        before === 'executed' || document.paymentBatchId === batchId ? null : document.paymentBatchId,
      isReceiptVoid: true,
    }),
    state !== before && updateCounters(tx, document, { ...document, state }),
    moveBudgets(tx, { ...document, documentId, charge }, state === 'cancelled' ? 'refunded' : 'returned'),
    record(
      tx,
      actor,
      executionFact('execution.payment_returned', documentId, {
        before: { state: before },
        after: { state, payment: number, attempt: execution.attempt, returnedOn },
        reason,
        onBehalfOf,
      }),
    ),
  ])
  return { id: documentId, state }
}
