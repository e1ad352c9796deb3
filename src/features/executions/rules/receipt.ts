/**
 * Receipt of an execution: its recipient (of a payment the provider, of an issuance the client) confirms or disputes
 * that it arrived. The company resolves a dispute; the order stays executed throughout.
 */
import type { DocumentState, DocumentType, Receipt } from '#features/documents/rules.ts'
import { holds, type Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export const disputeCauses = ['not_received', 'not_correct'] as const
export type DisputeCause = (typeof disputeCauses)[number]

export type ReceiptRefusal =
  | 'forbidden'
  | 'not_executed'
  | 'not_its_recipient'
  | 'own_execution'
  | 'already_received'
  | 'already_disputed'
  | 'not_disputed'
  | 'own_dispute'
  | 'stale_receipt'

export type ReceiptFacts = {
  readonly state: DocumentState
  readonly type: DocumentType
  readonly providerId: string
  /** Order that it reduces, of a credit note: what was given back is nothing that its recipient answers for. */
  readonly creditedId: string | null
  readonly receipt: Receipt | null
  /** Executor; null before the execution. */
  readonly executedBy: string | null
  /** Author of the last answer. */
  readonly answeredBy: string | null
}

export type ReceiptVerb = 'receive' | 'dispute' | 'resolve'

/**
 * Permissions to answer: a receipt is confirmed once and for all; a dispute may still become a receipt, also after
 * the company resolved it.
 */
export function receiptAbilities(
  actor: Actor,
  facts: ReceiptFacts,
  standing: Standing,
): Abilities<ReceiptVerb, ReceiptRefusal> {
  const isExecuted: true | Refusal<ReceiptRefusal> =
    facts.state === 'executed' ? true : refuse('not_executed', { state: facts.state })
  const mayAnswer = firstRefusal<ReceiptRefusal>(
    facts.creditedId === null ? true : refuse('not_its_recipient', { type: facts.type }),
    isRecipient(actor, facts, standing) ? true : refuse('not_its_recipient', { type: facts.type }),
    isExecuted,
    actor.userId === facts.executedBy ? refuse('own_execution') : true,
    facts.receipt === 'received' ? refuse('already_received') : true,
  )
  return {
    receive: mayAnswer,
    dispute: firstRefusal(mayAnswer, facts.receipt === 'disputed' ? refuse('already_disputed') : true),
    resolve: firstRefusal<ReceiptRefusal>(
      actor.role === 'admin' || holds(actor, standing, 'execute') ? true : refuse('forbidden'),
      isExecuted,
      facts.receipt === 'disputed' ? true : refuse('not_disputed'),
      actor.userId === facts.answeredBy ? refuse('own_dispute') : true,
    ),
  }
}

function isRecipient(actor: Actor, { type, providerId }: ReceiptFacts, standing: Standing): boolean {
  if (type === 'gasto') return actor.providerId !== null && actor.providerId === providerId
  return actor.clientId === standing.clientId && holds(actor, standing, 'edit')
}

/**
 * Checks that the person has read every earlier answer: `current` is the number of answers now, `read` the number that
 * they read.
 */
export function sameAnswers(current: number, read: number): true | Refusal<ReceiptRefusal> {
  return current === read ? true : refuse('stale_receipt')
}
