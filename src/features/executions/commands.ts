/** Execution of approved orders: a payment that was made, or an invoice that was issued, is confirmed. */
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { documentFact } from '#features/documents/facts.ts'
import { maySettle } from '#features/documents/rules/credit-notes.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { attachableFiles } from '#features/documents/store/attachable.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { chargeKept } from '#features/documents/store/credit-notes.ts'
import { findPayments, type KnownPayment, savePayment } from '#features/documents/store/payments.ts'
import { isProviderOff as findProviderOff } from '#features/documents/store/providers.ts'
import type { LockedDocument } from '#features/documents/store.ts'
import { lockForExecution, type Netting, type SeenDocument } from '#features/executions/commands/lock.ts'
import { executionFact } from '#features/executions/facts.ts'
import { checkConfirmation, paymentToConfirm } from '#features/executions/rules.ts'
import { deliveredFile, findApprovalDay, insertExecution } from '#features/executions/store.ts'
import type { confirmExecution } from '#features/executions/wire.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { requireConfirmation } from '#features/step-up/commands/require.ts'
import type { Threshold } from '#features/step-up/rules.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { type Money, minorToText, money } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Answer = { readonly id: string; readonly state: DocumentState }

/**
 * Way in which a payment is said to be made: by hand, as a line of the bank outside of batches is too; or in a batch, whose
 * file has asked for a confirmation when it left.
 */
type Way = { readonly way: 'by_hand' | 'in_batch' }

type Confirmation = Omit<BodyOf<typeof confirmExecution>, 'revision'> & Way

/**
 * Confirms that a payment was made or an invoice issued: its share of the charge, committed, becomes used. A credit note's
 * charge goes back to the contract, once as much was paid of its order.
 */
export async function confirm(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  asked: Confirmation & SeenDocument,
): Promise<Answer | Refusal> {
  const found = await lockForExecution(tx, actor, documentId, { seen: asked, verb: 'confirm' })
  if (isRefusal(found)) return found
  const proofFileId = asked.proofFileId ?? null
  const executedOn = dayFrom(asked.executedOn)
  if (executedOn === null) throw new Error('the wire lets only days through')
  const today = dayFromInstant(tx.now, actor.zone)
  const { comment } = asked
  const [approvedOn, isProviderOff, { threshold }] = await Promise.all([
    findApprovalDay(tx, documentId, actor.zone),
    findProviderOff(tx, documentId),
    loadThreshold(tx),
  ])
  const sound = checkConfirmation(
    { executedOn, proofFileId, comment },
    { ...found.policies, today, approvedOn, isProviderOff },
  )
  if (sound !== true) return sound
  const proof = proofFileId === null ? null : await findProof(tx, actor, documentId, proofFileId)
  if (proofFileId !== null && proof === null) return refuse('file_not_yours')
  const settles = await maySettleNote(tx, found.document)
  if (settles !== true) return settles
  const payments = found.document.isPlanned ? await findPayments(tx, documentId) : []
  const payment = paymentToConfirm(payments, asked.payment ?? null)
  if (isRefusal(payment)) return payment
  const confirmedBy =
    asked.way === 'in_batch'
      ? null
      : await confirmedForPayment(tx, actor, threshold, found.document, payments, payment.number)
  return makePayment(tx, actor, found.document, {
    ...asked,
    executedOn,
    proofFileId,
    proof,
    payments,
    payment,
    batchId: 'batchId' in asked ? asked.batchId : null,
    netting: 'batchId' in asked ? asked.netting : undefined,
    onBehalfOf: found.onBehalfOf,
    confirmedBy,
  })
}

/**
 * Step by which the executor has confirmed who they are, where a payment by hand of this amount asks for it.
 */
async function confirmedForPayment(
  tx: TenantTx,
  actor: Actor,
  threshold: Threshold,
  { id, type, amount, creditedId }: LockedDocument,
  payments: readonly KnownPayment[],
  number: number,
): Promise<ConfirmingStep | null> {
  if (type !== 'gasto' || creditedId !== null) return null
  const paid = amountPaid(amount, payments, number)
  return requireConfirmation(tx, actor, threshold, { what: 'payment', id, amount: paid })
}

/** Amount of one payment of an order: all of it where nothing is planned, or for a payment that is unknown. */
export function amountPaid(amount: Money, payments: readonly KnownPayment[], number: number | null): Money {
  const planned = payments.find(payment => payment.number === number)
  return planned ? money(planned.amountMinor, amount.currency) : amount
}

/** Refuses a credit note of more than was paid of its order, which is locked with it. */
async function maySettleNote(
  tx: TenantTx,
  { id, creditedId, charge }: LockedDocument,
): Promise<true | Refusal> {
  return creditedId === null || maySettle(charge, await chargeKept(tx, creditedId, charge.currency, [id]))
}

type Made = {
  readonly executedOn: Day
  readonly reference: string
  readonly comment: string | null
  readonly proofFileId: string | null
  /** SHA-256 of the proof. */
  readonly proof: string | null
  /** Planned payments of the order, and the one that is made. */
  readonly payments: readonly KnownPayment[]
  readonly payment: { readonly number: number; readonly isLast: boolean }
  readonly batchId: string | null
  readonly netting: Netting | undefined
  readonly onBehalfOf: string | null
  readonly confirmedBy: ConfirmingStep | null
}

/** Writes that a payment was made: the order is executed with the last one, and until then stays approved. */
async function makePayment(
  tx: TenantTx,
  actor: Actor,
  document: LockedDocument,
  made: Made,
): Promise<Answer> {
  const { payments, payment, executedOn, reference, comment, proofFileId, proof, onBehalfOf } = made
  const { id: documentId, state: before } = document
  const state: DocumentState = payment.isLast ? 'executed' : 'approved'
  const planned = payments.length > 1 ? payments.find(({ number }) => number === payment.number) : undefined
  const charge = planned ? money(planned.chargeMinor, document.charge.currency) : document.charge
  await Promise.all([
    insertExecution(tx, {
      documentId,
      executedBy: actor.userId,
      executedFor: onBehalfOf,
      executedOn,
      reference,
      comment,
      proofFileId,
      payment: payment.number,
      share: planned ?? null,
      nettedMinor: made.netting && 'minor' in made.netting ? made.netting.minor : null,
      isLast: payment.isLast,
    }),
    savePayment(tx, payments, {
      documentId,
      number: payment.number,
      isPaid: true,
      state,
      // A batch is left with its payment; an order that is executed in one says so for ever.
      paymentBatchId: payment.isLast && document.creditedId === null ? document.paymentBatchId : null,
    }),
    state !== before && updateCounters(tx, document, { ...document, state }),
    record(
      tx,
      actor,
      executionFact('execution.confirmed', documentId, {
        before: { state: before },
        after: {
          state,
          executedOn,
          reference,
          proofFileId,
          proof,
          content: document.contentDigest,
          ...(planned ? { payment: payment.number, payments: payments.length } : {}),
          ...furtherFacts(made),
        },
        reason: comment,
        onBehalfOf,
      }),
    ),
    moveBudgets(tx, { ...document, documentId, charge }, 'executed'),
    document.creditedId !== null &&
      record(
        tx,
        actor,
        documentFact('document.credited', document.creditedId, {
          after: { creditNoteId: documentId, amount: moneyToWire(document.amount) },
        }),
      ),
  ])
  return { id: documentId, state }
}

/** Step by which the person confirmed who they are, where it was asked; and the amount netted, of a payment or a credit note. */
function furtherFacts({ batchId, netting, confirmedBy }: Made) {
  const confirmed = confirmedBy === null ? {} : { confirmedBy }
  if (batchId === null || netting === undefined) return confirmed
  if ('reduces' in netting) return { batchId, reduces: netting.reduces }
  return { batchId, creditNoteIds: netting.creditNoteIds, nettedMinor: minorToText(netting.minor) }
}

/** SHA-256 of a proof, which the executor uploaded or the provider sent for this order; null when it is neither. */
async function findProof(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  fileId: string,
): Promise<string | null> {
  const own = (await attachableFiles(tx, [fileId], actor.userId, null)).get(fileId)
  return own ?? deliveredFile(tx, documentId, fileId)
}
