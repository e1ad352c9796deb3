/**
 * Undoing an approval, by its approver or by the substitute who decided it, while the people of the next turn have
 * not been asked.
 */

import { approvalFact } from '#features/approvals/facts.ts'
import { mayUndo, undo, undoable } from '#features/approvals/rules/undo.ts'
import { countSeats, type Seat, type Stage } from '#features/approvals/rules.ts'
import { mayOwnBudget } from '#features/approvals/store/people.ts'
import { currentStages, holdSeated, reopenSeats, saveOutcome } from '#features/approvals/store.ts'
import type { undoApproval } from '#features/approvals/wire.ts'
import { covering } from '#features/delegations/rules.ts'
import { findMandates } from '#features/delegations/store.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { seesDocument } from '#features/documents/store/visible.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { personSide } from '#features/projects/rules.ts'
import { eligiblePeople } from '#features/projects/store/people.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Undoes the approval that the person gave, in their own seat or as a substitute. */
export async function undoOwn(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  readRevision: number,
): Promise<ResponseOf<typeof undoApproval> | Refusal> {
  const [document, stages, mandates, isSeen] = await Promise.all([
    lockDocument(tx, documentId),
    currentStages(tx, documentId),
    findMandates(tx, actor, documentId, { held: true }),
    seesDocument(tx, actor, documentId),
  ])
  if (!document || !isSeen) return refuse('not_found')
  const { id, state, revision } = document
  const facts = {
    state,
    stages,
    standsInFor: covering(actor, mandates, document),
    side: personSide(actor, document.clientId),
  }
  const may = firstRefusal<string>(sameRevision(document, readRevision), mayUndo(actor, facts))
  if (may !== true) return may
  const seat = undoable(actor.userId, facts)
  const stage = stages.find(each => each.seats.some(one => one.id === seat?.id))
  if (!seat || !stage) return refuse('nothing_to_undo')
  const holderIds = await findHolders(tx, document, stage)
  if (!holderIds.includes(seat.approverId)) return refuse('no_longer_eligible')
  const next = undo(stages, seat.id, holderIds)
  const reopened = reopenedIn(stage, next)
  // An approver who is deactivated concurrently raises `ConcurrencyConflict`: the command runs again, without them.
  await holdSeated(
    tx,
    reopened.map(open => open.approverId),
  )
  const counters = countSeats(next)
  await Promise.all([
    reopenSeats(
      tx,
      reopened.map(open => open.id),
    ),
    saveOutcome(tx, id, revision, stage.stage, 'pending'),
    saveState(tx, id, { state, counters }),
    record(
      tx,
      actor,
      approvalFact('approval.undone', id, {
        after: { state, revision, stage: stage.stage, approved: counters.approved, total: counters.total },
        onBehalfOf: seat.approverId === actor.userId ? null : seat.approverId,
      }),
    ),
  ])
  return { id, state, revision, approvals: counters, canUndo: false }
}

/** Ids of the stage's people who could have a seat in it today. */
async function findHolders(
  tx: TenantTx,
  { clientId }: LockedDocument,
  { origin, seats }: Stage,
): Promise<string[]> {
  const seated = seats.map(seat => seat.approverId)
  return origin === 'overrun' ? mayOwnBudget(tx, seated) : eligiblePeople(tx, seated, clientId)
}

/** Seats of the stage that this undo opens again. */
function reopenedIn(stage: Stage, after: readonly Stage[]): Seat[] {
  const { seats = [] } = after.find(each => each.stage === stage.stage) ?? {}
  const wasOpen = ({ id }: Seat) => stage.seats.some(seat => seat.id === id && seat.status === 'pending')
  return seats.filter(seat => seat.status === 'pending' && !wasOpen(seat))
}
