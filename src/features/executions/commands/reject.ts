/** Execution of approved orders: it is rejected with a reason, or put back in the queue. */
import type { DocumentState } from '#features/documents/rules.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { type LockedDocument, saveState } from '#features/documents/store.ts'
import { lockForExecution, type SeenDocument } from '#features/executions/commands/lock.ts'
import type { Answer } from '#features/executions/commands.ts'
import { executionFact } from '#features/executions/facts.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Fact } from '#kernel/fact.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Rejects the execution of an approved order, with the reason. */
export async function reject(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  asked: SeenDocument & { readonly reason: string },
): Promise<Answer | Refusal> {
  const found = await lockForExecution(tx, actor, documentId, { seen: asked, verb: 'reject' })
  if (isRefusal(found)) return found
  const { reason } = asked
  const { state } = found.document
  return changeState(tx, actor, found.document, {
    to: 'execution_rejected',
    fact: executionFact('execution.rejected', documentId, {
      before: { state },
      after: { state: 'execution_rejected' },
      reason,
      onBehalfOf: found.onBehalfOf,
    }),
  })
}

/** Puts an order whose execution was rejected back in the queue. */
export async function retry(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  asked: { readonly revision: number },
): Promise<Answer | Refusal> {
  const found = await lockForExecution(tx, actor, documentId, { seen: asked, verb: 'retry' })
  if (isRefusal(found)) return found
  const { state } = found.document
  return changeState(tx, actor, found.document, {
    to: 'approved',
    fact: executionFact('execution.retried', documentId, {
      before: { state },
      after: { state: 'approved' },
      onBehalfOf: found.onBehalfOf,
    }),
  })
}

type StateChange = { readonly to: DocumentState; readonly fact: Fact }

async function changeState(tx: TenantTx, actor: Actor, document: LockedDocument, { to, fact }: StateChange) {
  await Promise.all([
    saveState(tx, document.id, { state: to }),
    updateCounters(tx, document, { ...document, state: to }),
    record(tx, actor, fact),
  ])
  return { id: document.id, state: to }
}
