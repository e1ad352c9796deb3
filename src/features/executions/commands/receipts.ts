/**
 * Answers about the receipt of an execution: the recipient confirms or disputes, the company resolves. The order
 * stays executed.
 */

import type { Receipt } from '#features/documents/rules.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { lockDocument, saveReceipt } from '#features/documents/store.ts'
import { executionFact } from '#features/executions/facts.ts'
import {
  type DisputeCause,
  type ReceiptVerb,
  receiptAbilities,
  sameAnswers,
} from '#features/executions/rules/receipt.ts'
import { insertReceipt, receiptFacts } from '#features/executions/store/receipts.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Answer = { readonly id: string; readonly receipt: Receipt }

type Reply = {
  /** Number of answers that the person has read. */
  readonly answered: number
  readonly cause?: DisputeCause
  readonly comment: string | null
}

export const receive = (tx: TenantTx, actor: Actor, documentId: string, reply: Reply) =>
  answer(tx, actor, documentId, { verb: 'receive', reply })

export const dispute = (tx: TenantTx, actor: Actor, documentId: string, reply: Reply) =>
  answer(tx, actor, documentId, { verb: 'dispute', reply })

export const resolve = (tx: TenantTx, actor: Actor, documentId: string, reply: Reply) =>
  answer(tx, actor, documentId, { verb: 'resolve', reply })

const outcomes = {
  receive: { to: 'received', kind: 'execution.received' },
  dispute: { to: 'disputed', kind: 'execution.disputed' },
  resolve: { to: 'resolved', kind: 'execution.dispute_resolved' },
} as const satisfies { readonly [verb in ReceiptVerb]: { readonly to: Receipt; readonly kind: string } }

async function answer(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { verb, reply }: { readonly verb: ReceiptVerb; readonly reply: Reply },
): Promise<Answer | Refusal> {
  const [document, project, isVisible] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  // Read once the order is locked, so that a concurrent answer is included.
  const facts = await receiptFacts(tx, documentId)
  const may = firstRefusal<string>(
    receiptAbilities(actor, { ...document, ...facts }, project.standing)[verb],
    sameAnswers(facts.answers, reply.answered),
  )
  if (may !== true) return may
  const { to, kind } = outcomes[verb]
  const { cause = null, comment } = reply
  const number = facts.answers + 1
  await Promise.all([
    insertReceipt(tx, { documentId, number, answer: to, cause, comment, answeredBy: actor.userId }),
    saveReceipt(tx, documentId, to),
    record(
      tx,
      actor,
      executionFact(kind, documentId, {
        before: { receipt: document.receipt },
        after: { receipt: to, cause },
        reason: comment,
      }),
    ),
  ])
  return { id: documentId, receipt: to }
}
