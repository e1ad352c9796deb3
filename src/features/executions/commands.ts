/** Execution of approved orders: it is confirmed, rejected, or put back in the queue. */
import { findDeciders } from '#features/approvals/store/deciders.ts'
import { moveBudget } from '#features/contracts/store.ts'
import { type DocumentState, sameRevision } from '#features/documents/rules.ts'
import { attachableFiles } from '#features/documents/store/attachable.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { isProviderOff as findProviderOff } from '#features/documents/store/providers.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { executionFact } from '#features/executions/facts.ts'
import { type ExecutionVerb, executionAbilities, soundConfirmation } from '#features/executions/rules.ts'
import { deliveredFile, findApprovalDay, insertExecution } from '#features/executions/store.ts'
import type { confirmExecution } from '#features/executions/wire.ts'
import { type Policies, projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Fact } from '#kernel/fact.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Answer = { readonly id: string; readonly state: DocumentState }

/**
 * What the person saw of the order: the revision that they read; or the batch that it is in, because what is in a batch
 * never changes (null: it has just left one, in this transaction).
 */
type SeenDocument = { readonly revision: number } | { readonly batchId: string | null }
type Confirmation = Omit<BodyOf<typeof confirmExecution>, 'revision'>

/** Confirms the execution: the contract's committed amount becomes used. */
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
  const { reference, comment } = asked
  const [approvedOn, isProviderOff] = await Promise.all([
    findApprovalDay(tx, documentId, actor.zone),
    findProviderOff(tx, documentId),
  ])
  const sound = soundConfirmation(
    { executedOn, proofFileId, comment },
    { ...found.policies, today, approvedOn, isProviderOff },
  )
  if (sound !== true) return sound
  const proof = proofFileId === null ? null : await findProof(tx, actor, documentId, proofFileId)
  if (proofFileId !== null && proof === null) return refuse('file_not_yours')
  const [, answer] = await Promise.all([
    insertExecution(tx, {
      documentId,
      executedBy: actor.userId,
      executedOn,
      reference,
      comment,
      proofFileId,
    }),
    changeState(tx, actor, found.document, {
      to: 'executed',
      fact: executionFact('execution.confirmed', documentId, {
        before: { state: found.document.state },
        after: {
          state: 'executed',
          executedOn,
          reference,
          proofFileId,
          proof,
          content: found.document.contentDigest,
        },
        reason: comment,
      }),
    }),
    moveBudget(tx, { ...found.document, documentId }, 'executed'),
  ])
  return answer
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
    fact: executionFact('execution.retried', documentId, { before: { state }, after: { state: 'approved' } }),
  })
}

/** The order, locked until the transaction ends, if the actor may do this to what they saw of it. */
async function lockForExecution(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { seen, verb }: { readonly seen: SeenDocument; readonly verb: ExecutionVerb },
): Promise<{ document: LockedDocument; policies: Policies } | Refusal> {
  const [document, project, deciderIds, isVisible] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    findDeciders(tx, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  const facts = {
    state: document.state,
    authorIds: document.authorIds,
    deciderIds,
    approverMayExecute: project.policies.executorMayApprove,
    paymentBatchId: 'batchId' in seen ? null : document.paymentBatchId,
  }
  const may = firstRefusal<string>(
    executionAbilities(actor, facts, project.standing)[verb],
    'batchId' in seen ? isStillIn(document, seen.batchId) : sameRevision(document, seen.revision),
  )
  return may === true ? { document, policies: project.policies } : may
}

const isStillIn = ({ paymentBatchId }: LockedDocument, batchId: string | null): true | Refusal =>
  paymentBatchId === batchId ? true : refuse('not_in_batch')

type StateChange = { readonly to: DocumentState; readonly fact: Fact }

async function changeState(tx: TenantTx, actor: Actor, document: LockedDocument, { to, fact }: StateChange) {
  await Promise.all([
    saveState(tx, document.id, { state: to }),
    updateCounters(tx, document, { ...document, state: to }),
    record(tx, actor, fact),
  ])
  return { id: document.id, state: to }
}
