/**
 * Whether what was executed arrived. Whoever it was for says so: of a payment its provider, of an issuance the
 * client it was issued to. A dispute is the company's to resolve; the order stays executed all the while.
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
  readonly receipt: Receipt | null
  /** Null before it is executed. */
  readonly executedBy: string | null
  /** Who gave the last answer. */
  readonly answeredBy: string | null
}

export type ReceiptVerb = 'receive' | 'dispute' | 'resolve'

/** What arrived is said once and for all; what did not may still arrive, also after the company saw to it. */
export function receiptAbilities(
  actor: Actor,
  facts: ReceiptFacts,
  standing: Standing,
): Abilities<ReceiptVerb, ReceiptRefusal> {
  const isExecuted: true | Refusal<ReceiptRefusal> =
    facts.state === 'executed' ? true : refuse('not_executed', { state: facts.state })
  const mayAnswer = firstRefusal<ReceiptRefusal>(
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

/** Nobody answers over an answer that they have not seen. */
export function sameAnswers(given: number, seen: number): true | Refusal<ReceiptRefusal> {
  return given === seen ? true : refuse('stale_receipt')
}
