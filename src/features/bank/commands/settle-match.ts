/** One line settled with its match: all of its payments, or none. */
import { bankFact } from '#features/bank/facts.ts'
import type { MatchKind, OpenPayment, PaymentKey } from '#features/bank/rules/bank-matching.ts'
import { insertLinePayments, saveDecision } from '#features/bank/store/lines.ts'
import type { MatchedLine } from '#features/bank/store/matched-lines.ts'
import { findPaymentMade } from '#features/bank/store/payment-made.ts'
import { type Excerpt, placeText, referenceText } from '#features/bank/text/excerpt.ts'
import { returnReasonText } from '#features/bank/text/return-reasons.ts'
import { confirmBatch, giveBack } from '#features/executions/commands/batches.ts'
import { returnPaid } from '#features/executions/commands/return-payment.ts'
import { confirm } from '#features/executions/commands.ts'
import { insertFile, type NewFile } from '#features/files/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Printed excerpt of a line, in the store of files, without a row yet. */
export type Proof = Omit<NewFile, 'uploadedBy'> & { readonly excerpt: Excerpt }

type Means = {
  /** Those that wait and those that were made, as the matching knew them. */
  readonly payments: readonly OpenPayment[]
  /** Null for a rejection, which proves nothing. */
  readonly proof: Proof | null
}

/** A refusal may come after a part was written: the caller has it behind a savepoint. */
export async function settleMatch(
  tx: TenantTx,
  actor: Actor,
  line: MatchedLine,
  means: Means,
): Promise<true | Refusal> {
  const { kept, match } = line
  const { kind, payments } = match
  if (kind === null) return refuse('match_changed')
  const done = await doAs(kind, tx, actor, line, means)
  if (isRefusal(done)) return done
  await saveDecision(tx, actor, kept.id, { state: 'settled', kind })
  await insertLinePayments(tx, kept.id, kind, payments)
  await record(
    tx,
    actor,
    bankFact('bank_line.settled', kept.id, {
      after: {
        kind,
        payments: payments.map(({ documentId, payment }) => `${documentId} ${payment}`),
        file: kept.bankFileId,
        place: kept.place,
      },
    }),
  )
  return true
}

const findBatchId = ({ payments }: Means, { documentId, payment }: PaymentKey): string | null =>
  payments.find(
    each => each.documentId === documentId && each.payment === payment && each.state === 'waiting',
  )?.batch?.id ?? null

function doAs(
  kind: MatchKind,
  tx: TenantTx,
  actor: Actor,
  line: MatchedLine,
  means: Means,
): Promise<true | Refusal> {
  switch (kind) {
    case 'paid':
    case 'batch':
    case 'income':
      return pay(tx, actor, line, means)
    case 'returned':
      return bringBack(tx, actor, line, means)
    case 'rejected':
      return reject(tx, actor, line, means)
  }
}

async function pay(tx: TenantTx, actor: Actor, line: MatchedLine, means: Means): Promise<true | Refusal> {
  const { proof } = means
  const [first] = line.match.payments
  if (proof === null || !first) return refuse('match_changed')
  const { excerpt, ...file } = proof
  const batchId = findBatchId(means, first)
  await insertFile(tx, { ...file, uploadedBy: actor.userId })
  const made = {
    executedOn: excerpt.bookedOn,
    reference: referenceText(excerpt),
    // A match that asks for a reason is confirmed by a person by hand, with theirs; a batch had its reason at its
    // making.
    comment: batchId === null ? null : placeText(excerpt),
    proofFileId: file.id,
  }
  const answer =
    batchId === null
      ? await confirm(tx, actor, first.documentId, {
          ...made,
          payment: first.payment,
          batchId,
          way: 'by_hand',
        })
      : await confirmIn(batchId, tx, actor, line.match.payments, made)
  return isRefusal(answer) ? answer : true
}

type Made = Omit<Parameters<typeof confirmBatch>[3], 'documentIds'>

async function confirmIn(
  batchId: string,
  tx: TenantTx,
  actor: Actor,
  payments: readonly PaymentKey[],
  made: Made,
): Promise<true | Refusal> {
  const documentIds = payments.map(({ documentId }) => documentId)
  const answer = await confirmBatch(tx, actor, batchId, { ...made, documentIds })
  if (isRefusal(answer)) return answer
  const [first] = answer.items.flatMap(({ confirmed }) => (confirmed === true ? [] : [confirmed]))
  return first ? refuse(first.refused) : true
}

async function bringBack(
  tx: TenantTx,
  actor: Actor,
  { kept, match }: MatchedLine,
  { proof }: Means,
): Promise<true | Refusal> {
  const [of] = match.payments
  if (kept.status !== null || !of || proof === null) return refuse('match_changed')
  const made = await findPaymentMade(tx, of)
  if (made === null) return refuse('payment_not_made')
  const answer = await returnPaid(tx, actor, of.documentId, {
    ...made,
    payment: of.payment,
    returnedOn: kept.line.bookedOn,
    reason: `${returnReasonText(kept.line.returned?.code ?? null)} ${placeText(proof.excerpt)}`,
  })
  return isRefusal(answer) ? answer : true
}

async function reject(
  tx: TenantTx,
  actor: Actor,
  { kept, match }: MatchedLine,
  means: Means,
): Promise<true | Refusal> {
  const reason = rejectionReason(kept)
  for (const of of match.payments) {
    const batchId = findBatchId(means, of)
    const answer =
      batchId === null
        ? refuse('not_in_batch')
        : await giveBack(tx, actor, { batchId, documentId: of.documentId }, reason)
    if (isRefusal(answer)) return answer
  }
  return true
}

function rejectionReason(kept: MatchedLine['kept']): string {
  if (kept.status === null)
    return `${returnReasonText(kept.line.returned?.code ?? null)} ${placeText({ place: kept.place, bookedOn: kept.line.bookedOn })}`
  const [code = null] = kept.status.reasons
  return `El banco lo ha rechazado. ${returnReasonText(code)}`
}
