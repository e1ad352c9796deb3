/** Undoing an approval: who may undo it, until when, and which seats open again. */
import {
  type ApprovalRefusal,
  type DecisionFacts,
  openTurn,
  type Seat,
  type Stage,
} from '#features/approvals/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/**
 * Stages after an approval is undone: its seat opens again, and so do the seats of that stage that the approval had
 * made unnecessary, where their approver may still hold one.
 */
export function undo(stages: readonly Stage[], seatId: string, holderIds: readonly string[]): Stage[] {
  const reopened = ({ id, approverId, ...seat }: Seat): Seat =>
    id === seatId || (seat.status === 'skipped' && holderIds.includes(approverId))
      ? { id, approverId, status: 'pending' }
      : { id, approverId, ...seat }
  return stages.map(stage =>
    stage.seats.some(seat => seat.id === seatId) ? { ...stage, seats: stage.seats.map(reopened) } : stage,
  )
}

/**
 * Permission to undo an approval: only until the next turn opens, by the seat's approver, or by the substitute who
 * decided it and still stands in for them. Other decisions are final.
 */
export function mayUndo(
  actor: Pick<Actor, 'userId' | 'untrustedReason'>,
  facts: Pick<DecisionFacts, 'state' | 'stages' | 'standsInFor' | 'side'>,
): true | Refusal<ApprovalRefusal> {
  const { userId } = actor
  const { state, side } = facts
  return firstRefusal(
    approvedBy(userId, facts).length > 0 ? true : refuse('nothing_to_undo'),
    side === 'neither' ? refuse('no_longer_eligible') : true,
    state === 'in_approval' ? true : refuse('not_in_approval', { state }),
    undoable(userId, facts) ? true : refuse('next_stage_open'),
    accountTrust(actor),
  )
}

/** Seat of the open turn whose approval the person can undo, or null; their own comes first. */
export function undoable(
  userId: string,
  { stages, standsInFor }: Pick<DecisionFacts, 'stages' | 'standsInFor'>,
): Seat | null {
  const turn = openTurn(stages)
  const open = approvedBy(userId, { stages: stages.filter(stage => stage.turn === turn), standsInFor })
  return open.find(seat => seat.approverId === userId) ?? open[0] ?? null
}

function approvedBy(
  userId: string,
  { stages, standsInFor }: Pick<DecisionFacts, 'stages' | 'standsInFor'>,
): Seat[] {
  const isPrincipal = (id: string) => standsInFor.some(principal => principal.userId === id)
  const isTheirs = ({ approverId, decidedById }: Seat) =>
    approverId === userId || (decidedById === userId && isPrincipal(approverId))
  return stages.flatMap(stage => stage.seats).filter(seat => seat.status === 'approved' && isTheirs(seat))
}
