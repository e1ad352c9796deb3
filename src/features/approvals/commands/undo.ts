/** An approver takes back their own approval, or who gave it in their place does, while the people of the next turn have not been asked. */
import { countSeats, isSeated, mayUndo, type Stage, undo, undoable } from '#features/approvals/rules.ts'
import { currentStages, reopenSeats, saveOutcome } from '#features/approvals/store.ts'
import type { undoApproval } from '#features/approvals/wire.ts'
import { covering } from '#features/delegations/rules.ts'
import { mandatesOf } from '#features/delegations/store.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { lockDocument, saveState } from '#features/documents/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import { tell } from '#server/outbox.ts'
import type { TenantTx } from '#server/tenant.ts'

export async function undoOwn(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  seen: number,
): Promise<ResponseOf<typeof undoApproval> | Refusal> {
  const [document, stages, mandates] = await Promise.all([
    lockDocument(tx, documentId),
    currentStages(tx, documentId),
    mandatesOf(tx, actor, documentId, { held: true }),
  ])
  if (!document || !isSeated(stages, actor.userId)) return refuse('not_found')
  const { id, state, revision } = document
  const facts = { state, stages, standsInFor: covering(actor, mandates, document) }
  const may = firstRefusal<string>(sameRevision(document, seen), mayUndo(actor.userId, facts))
  if (may !== true) return may
  const seat = undoable(actor.userId, facts)
  const stage = stages.find(each => each.seats.some(one => one.id === seat?.id))
  if (!seat || !stage) return refuse('nothing_to_undo')
  const next = undo(stages, seat.id)
  const counters = countSeats(next)
  await Promise.all([
    reopenSeats(tx, reopened(stage, next)),
    saveOutcome(tx, id, revision, stage.stage, 'pending'),
    saveState(tx, id, { state, counters }),
    record(tx, actor, {
      action: 'approval.undone',
      object: { type: 'document', id },
      after: { state, revision, stage: stage.stage, approved: counters.approved, total: counters.total },
      onBehalfOf: seat.approverId === actor.userId ? null : seat.approverId,
    }),
    tell(tx, 'document.decided', { documentId: id }),
  ])
  return { id, state, revision, approvals: counters, canUndo: false }
}

/** The seats of the stage that were closed and no longer are. */
function reopened(stage: Stage, after: readonly Stage[]): string[] {
  const open = after.find(each => each.stage === stage.stage)?.seats.filter(seat => seat.status === 'pending')
  return (open ?? []).map(seat => seat.id)
}
