/** Undoing an approval, the last one too: who may undo it, until when, and which seats open again. */
import {
  type ApprovalRefusal,
  type DecisionFacts,
  isDecided,
  openTurn,
  pairKey,
  type Seat,
  type Stage,
} from '#features/approvals/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/**
 * Stages after an approval is undone: its seat opens again, and so do the seats of that stage that the approval had
 * made unnecessary, where their approver may still hold one: not one beside a seat that is decided.
 */
export function undo(stages: readonly Stage[], seatId: string, holderIds: readonly string[]): Stage[] {
  return stages.map(stage => {
    if (!stage.seats.some(seat => seat.id === seatId)) return stage
    const decided = new Set(
      stage.seats.filter(seat => isDecided(seat.status) && seat.id !== seatId).map(pairKey),
    )
    const opensAgain = (seat: Seat) =>
      seat.id === seatId ||
      (seat.status === 'skipped' && holderIds.includes(seat.approverId) && !decided.has(pairKey(seat)))
    const reopen = ({ decidedById: _, ...seat }: Seat): Seat => ({ ...seat, status: 'pending' })
    return { ...stage, seats: stage.seats.map(seat => (opensAgain(seat) ? reopen(seat) : seat)) }
  })
}

/** Approval that completed the order's approval, and what was done with the order since. */
export type LastApproval = {
  /** Null for a forced decision, which nobody takes back. */
  readonly seatId: string | null
  /** Person who gave it: the seat's approver, or a substitute. */
  readonly deciderId: string
  readonly at: Date
  /** True when the order has since been executed, refused its execution, put into a batch, delivered, or credited. */
  readonly isActedOn: boolean
}

export type UndoFacts = Pick<DecisionFacts, 'state' | 'stages' | 'standsInFor' | 'side'> & {
  /** Null when the order is not approved. */
  readonly lastApproval: LastApproval | null
  /** Minutes in which the company lets the last approval be taken back; 0: it is final. */
  readonly undoMinutes: number
}

type Undoer = Pick<Actor, 'userId' | 'untrustedReason'>

/**
 * Permission to undo an approval, by the seat's approver, or by the substitute who decided it and still stands in for
 * them: until the next turn opens. The last approval can be taken back by the person who gave it, for some minutes and
 * while nothing was done with the order. Other decisions are final.
 */
export function mayUndo(actor: Undoer, facts: UndoFacts, now: Date): true | Refusal<ApprovalRefusal> {
  const { userId } = actor
  const { state, side } = facts
  return firstRefusal(
    approvedBy(userId, facts).length > 0 ? true : refuse('nothing_to_undo'),
    side === 'neither' ? refuse('no_longer_eligible') : true,
    state === 'approved' ? mayTakeBack(userId, facts, now) : mayReopen(userId, facts),
    accountTrust(actor),
  )
}

function mayReopen(userId: string, facts: UndoFacts): true | Refusal<ApprovalRefusal> {
  const { state } = facts
  return firstRefusal(
    state === 'in_approval' ? true : refuse('not_in_approval', { state }),
    undoable(userId, facts) ? true : refuse('next_stage_open'),
  )
}

function mayTakeBack(userId: string, facts: UndoFacts, now: Date): true | Refusal<ApprovalRefusal> {
  const { state, lastApproval, undoMinutes } = facts
  if (lastApproval === null || !undoable(userId, facts)) return refuse('not_in_approval', { state })
  return firstRefusal(
    lastApproval.isActedOn ? refuse('acted_on') : true,
    now < undoEnd(lastApproval, undoMinutes) ? true : refuse('undo_time_over', { minutes: undoMinutes }),
  )
}

/** Instant from which the last approval is final. */
export const undoEnd = ({ at }: Pick<LastApproval, 'at'>, undoMinutes: number): Date =>
  new Date(at.getTime() + undoMinutes * 60_000)

/**
 * Seat whose approval the person can undo, or null: one of the open turn, their own first; of an approved order, that
 * of the last approval, if they gave it.
 */
export function undoable(
  userId: string,
  { state, stages, standsInFor, lastApproval }: Omit<UndoFacts, 'side' | 'undoMinutes'>,
): Seat | null {
  if (state === 'approved') {
    const given = approvedBy(userId, { stages, standsInFor })
    return given.find(({ id }) => id === lastApproval?.seatId && lastApproval.deciderId === userId) ?? null
  }
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
