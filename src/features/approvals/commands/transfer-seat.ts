/**
 * Transfer of a seat from one person to another. The caller holds the order's lock and has checked that the person
 * may have the seat.
 */
import { approvalFact } from '#features/approvals/facts.ts'
import { withSubstitute } from '#features/approvals/rules/reassignment.ts'
import { countSeats, openTurn, type Seat, type Stage } from '#features/approvals/rules.ts'
import { closeSeats, insertSeat } from '#features/approvals/store.ts'
import { type LockedDocument, saveState } from '#features/documents/store.ts'
import { readNames } from '#features/projects/store/people.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type SeatTransfer = {
  readonly document: LockedDocument
  readonly stages: readonly Stage[]
  readonly stage: Stage
  readonly seat: Seat
  readonly toId: string
  /** Null when the approver leaves or may not hold the seat any more: that is reason enough. */
  readonly reason: string | null
}

/**
 * Makes the old seat void and opens the new one; its approver is notified when its turn is open. Returns the stages
 * after the transfer.
 */
export async function transferSeat(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  { document, stages, stage, seat, toId, reason }: SeatTransfer,
): Promise<readonly Stage[]> {
  const { id: documentId, revision, projectId, state, blockCause } = document
  const fromId = seat.approverId
  const names = await readNames(tx, [fromId, toId])
  const id = newId(tx.now.getTime())
  const next = stages.map(each =>
    each === stage ? withSubstitute(stage, seat.id, { id, userId: toId }) : each,
  )
  const isOpen = state === 'in_approval' && openTurn(next) === stage.turn
  const reassigned = { fromId, byId: actor?.userId ?? null, reason }
  await Promise.all([
    closeSeats(tx, [seat.id], 'void'),
    insertSeat(tx, {
      id,
      documentId,
      revision,
      projectId,
      stage: stage.stage,
      userId: toId,
      reassigned,
      pairId: seat.pairId ?? null,
      deputyDays: seat.deputyDays ?? null,
    }),
    saveState(tx, documentId, { state, blockCause, counters: countSeats(next) }),
    record(
      tx,
      actor,
      approvalFact('approval.reassigned', documentId, {
        before: { approverId: fromId, approver: names.get(fromId) ?? null },
        after: { approverId: toId, approver: names.get(toId) ?? null, revision, stage: stage.stage, isOpen },
        reason: reason ?? 'reasignada',
      }),
    ),
  ])
  return next
}
