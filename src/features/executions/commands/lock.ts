/** The order that somebody executes, rejects or takes up again, locked after its permission is asked. */
import { findDeciders } from '#features/approvals/store/deciders.ts'
import { findExecutingFor } from '#features/delegations/store.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { lockWithCredited } from '#features/documents/store/credit-notes.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { type LockedDocument, lockDocument } from '#features/documents/store.ts'
import { type ExecutionVerb, executionAbilities, principalFor } from '#features/executions/rules.ts'
import { type StandingExecution, standingExecutions } from '#features/executions/store.ts'
import { type Policies, projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * State of the order that the person saw: the revision that they read; or the batch that it is in, because what is in a batch
 * never changes (null: it has just left one, in this transaction).
 */
export type SeenDocument = { readonly revision: number } | SeenInBatch

export type SeenInBatch = {
  readonly batchId: string | null
  /** In whose place the batch is handled: nobody else is stood in for in it. Absent: whoever may be. */
  readonly handledFor?: string | null
  /** Credit notes that reduce its payment, or the payment that it reduces. Absent: it is netted with nothing. */
  readonly netting?: Netting
}

export type Netting =
  | { readonly creditNoteIds: readonly string[]; readonly minor: bigint }
  | { readonly reduces: string }

type Locked = {
  readonly document: LockedDocument
  readonly policies: Policies
  /** Executions that have not come back. */
  readonly standing: readonly StandingExecution[]
  /** In whose place the person executes; null for their own. */
  readonly onBehalfOf: string | null
}

/** The order, locked until the transaction ends, if the actor may do this to what they saw of it. */
export async function lockForExecution(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { seen, verb }: { readonly seen: SeenDocument; readonly verb: ExecutionVerb },
): Promise<Locked | Refusal> {
  // Sent together, run in this order on one connection: what was paid is read once the order is locked.
  const [, document, project, deciders, isVisible, standing, executingFor] = await Promise.all([
    lockWithCredited(tx, documentId),
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    findDeciders(tx, documentId),
    isDocumentVisible(tx, actor, documentId),
    standingExecutions(tx, documentId),
    findExecutingFor(tx, actor, [documentId], { held: true }),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  const facts = {
    state: document.state,
    type: document.type,
    hasPaid: standing.length > 0,
    authorIds: document.authorIds,
    ...deciders,
    executorMayApprove: project.policies.executorMayApprove,
    paymentBatchId: 'batchId' in seen ? null : document.paymentBatchId,
    isCreditNote: document.creditedId !== null,
    standsInFor: (executingFor.get(documentId) ?? []).filter(({ userId }) => isHandledFor(seen, userId)),
  }
  const may = firstRefusal<string>(
    executionAbilities(actor, facts, project.standing)[verb],
    'batchId' in seen ? isStillIn(document, seen.batchId) : sameRevision(document, seen.revision),
  )
  if (may !== true) return may
  // An administrator puts an order back in the queue as such, whoever they stand in for.
  const isByRole = verb === 'retry' && actor.role === 'admin'
  const principal = isByRole ? null : principalFor(actor, facts, project.standing)
  return { document, policies: project.policies, standing, onBehalfOf: principal?.userId ?? null }
}

const isHandledFor = (seen: SeenDocument, userId: string): boolean =>
  !('handledFor' in seen) || seen.handledFor === userId

const isStillIn = ({ paymentBatchId }: LockedDocument, batchId: string | null): true | Refusal =>
  paymentBatchId === batchId ? true : refuse('not_in_batch')
