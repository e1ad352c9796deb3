/**
 * Rules of approval: who decides on an order, and the state that follows from each decision.
 *
 * An order is approved when it has at least one stage and every stage is approved. Stages of one turn are open
 * together; the next turn opens when all of them are approved. Nobody approves an order that they requested or
 * changed, and an order that nobody may approve is blocked, never approved.
 */

import type { DocumentState } from '#features/documents/rules.ts'
import type { Mode } from '#features/flows/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Side } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type SeatStatus = 'pending' | 'approved' | 'rejected' | 'returned' | 'skipped' | 'void'
export type Decision = 'approve' | 'reject' | 'return'

export type StageOrigin = 'general' | 'rule' | 'overrun'

/** One person's place in one stage. */
export type Seat = {
  readonly id: string
  readonly approverId: string
  readonly status: SeatStatus
  /** The substitute who decided in the approver's place; null when the approver did. */
  readonly decidedById?: string | null
  /** Names the two seats of which one decision ends both: one that waited and its deputy's. */
  readonly pairId?: string | null
  /** Days after which the seat was given to a deputy; null for a seat that was asked from the beginning. */
  readonly deputyDays?: number | null
}

/** Key by which two seats of which one decision ends both count as one. */
export const pairKey = ({ id, pairId }: Pick<Seat, 'id' | 'pairId'>): string => pairId ?? id

export type Stage = {
  readonly stage: number
  readonly turn: number
  readonly mode: Mode
  /** Number of approvals that the stage needs. */
  readonly needed: number
  /** Reason for the stage: the general flow, a rule of the company's flow, or an order that exceeds its contract. */
  readonly origin: StageOrigin
  /** True for the stage of one approver whom somebody added to the order; its origin is the general flow. */
  readonly isAdded?: boolean
  /** Outcome that an administrator forced; absent for a stage that its people decide. */
  readonly forcedOutcome?: 'approved' | 'rejected' | null
  readonly seats: readonly Seat[]
}

export type ApprovalRefusal =
  | 'forbidden'
  | 'not_found'
  | 'not_in_approval'
  | 'no_seat'
  | 'already_decided'
  | 'not_your_turn'
  | 'seat_of_same_stage'
  | 'own_document'
  | 'executor_cannot_approve'
  | 'comment_required'
  | 'provider_off'
  | 'nothing_to_undo'
  | 'next_stage_open'
  | 'acted_on'
  | 'undo_time_over'
  | 'no_budget_owner'
  | 'no_longer_eligible'
  | 'overrun_is_of_company'
  | 'untrusted_account'

/**
 * Facts that separate duties: authors of any revision, the project's executors, and the company's policy on
 * executors.
 */
export type Duties = {
  readonly authorIds: readonly string[]
  readonly executorIds: readonly string[]
  readonly executorMayApprove: boolean
}
export type ConflictOfDuties = 'own_document' | 'executor_cannot_approve'

/**
 * Reason why a named person cannot approve this order: authors never can, executors only when the company allows it.
 * Null: no conflict.
 */
export function conflictOfDuties(
  userId: string,
  { authorIds, executorIds, executorMayApprove }: Duties,
): ConflictOfDuties | null {
  if (authorIds.includes(userId)) return 'own_document'
  return executorIds.includes(userId) && !executorMayApprove ? 'executor_cannot_approve' : null
}

/** True for a seat in which somebody has decided. */
export const isDecided = (status: SeatStatus): boolean =>
  ['approved', 'rejected', 'returned'].includes(status)

/**
 * Outcome of a stage: the forced one; otherwise approved once it has the approvals it needs, rejected as soon as the seats still open cannot
 * reach them.
 */
export function stageOutcome(stage: Stage): 'pending' | 'approved' | 'rejected' {
  if (stage.forcedOutcome) return stage.forcedOutcome
  const count = (status: SeatStatus) => stage.seats.filter(seat => seat.status === status).length
  const approved = count('approved')
  if (stage.mode === 'all' && count('rejected') > 0) return 'rejected'
  if (approved >= stage.needed && approved > 0) return 'approved'
  const open = new Set(
    stage.seats.filter(seat => seat.status === 'pending' && !isSpent(seat, stage)).map(pairKey),
  )
  return approved + open.size < stage.needed ? 'rejected' : 'pending'
}

/** Outcome of an order from its stages: an order without stages is never approved. */
export function outcomeOfAll(stages: readonly Stage[]): 'pending' | 'approved' | 'rejected' {
  const outcomes = stages.map(stageOutcome)
  if (outcomes.includes('rejected')) return 'rejected'
  return outcomes.length > 0 && outcomes.every(outcome => outcome === 'approved') ? 'approved' : 'pending'
}

/** Turn being decided: the first with a stage that is not yet approved; null when every stage is. */
export function openTurn(stages: readonly Stage[]): number | null {
  const open = stages.filter(stage => stageOutcome(stage) !== 'approved').map(stage => stage.turn)
  return open.length === 0 ? null : Math.min(...open)
}

/** True when the person has or had a seat in the order. */
export const hasSeat = (stages: readonly Stage[], userId: string): boolean =>
  stages.some(stage => stage.seats.some(seat => seat.approverId === userId))

/**
 * True when the person has or had a seat in the order or decided one for its approver: participation lets them see
 * the order.
 */
export const hasParticipated = (stages: readonly Stage[], userId: string): boolean =>
  hasSeat(stages, userId) || stages.some(stage => stage.seats.some(seat => seat.decidedById === userId))

/** Counters of an order, which always equal the counts of its seats; void seats are not counted. */
export function countSeats(stages: readonly Stage[]) {
  const seats = stages.flatMap(stage => stage.seats).filter(seat => seat.status !== 'void')
  const count = (...statuses: SeatStatus[]) => seats.filter(seat => statuses.includes(seat.status)).length
  return {
    total: seats.length,
    approved: count('approved'),
    rejected: count('rejected'),
    pending: count('pending'),
    skipped: count('skipped', 'returned'),
  }
}

export type DecisionFacts = {
  readonly state: DocumentState
  readonly authorIds: readonly string[]
  readonly stages: readonly Stage[]
  /** True when the person executes in the project today. */
  readonly isExecutor: boolean
  readonly executorMayApprove: boolean
  /** Principals in whose place the person may decide this order today. */
  readonly standsInFor: readonly Principal[]
  /** The person's side today: somebody who decided yesterday may belong to another client by now. */
  readonly side: Side
}

/** A person in whose place somebody decides as a substitute, with their duty and side regarding the order. */
export type Principal = { readonly userId: string; readonly isExecutor: boolean; readonly side: Side }

type Holder = Pick<Principal, 'userId' | 'side'>

/**
 * True when somebody of this side may hold a seat of the stage: only the company's own people let an order exceed its
 * contract.
 */
export function mayHold(side: Side, { origin }: Pick<Stage, 'origin'>): boolean {
  return side === 'company' || (side === 'client' && origin !== 'overrun')
}

/**
 * Seat that a person can decide now, or null: first their own, then one of a principal who could decide it
 * themselves. Nobody decides two seats of one stage.
 */
export function decidableSeat(
  userId: string,
  facts: Omit<DecisionFacts, 'state' | 'isExecutor'>,
): Seat | null {
  const turn = openTurn(facts.stages)
  const open = facts.stages.filter(stage => stage.turn === turn && mayHold(facts.side, stage))
  const pending = (stages: readonly Stage[], holders: readonly Holder[]) =>
    stages
      .flatMap(stage => stage.seats.map(seat => ({ stage, seat })))
      .find(
        ({ stage, seat }) =>
          seat.status === 'pending' && !isSpent(seat, stage) && isHeldBy(seat, stage, holders),
      )?.seat
  const undecided = open.filter(stage => !stage.seats.some(seat => seat.decidedById === userId))
  const notTheirs = undecided.filter(stage => !sitsIn(stage, userId))
  const self = { userId, side: facts.side }
  return pending(undecided, [self]) ?? pending(notTheirs, eligiblePrincipals(facts)) ?? null
}

/** True for an open seat beside one that is decided, which a program of the release before leaves open. */
const isSpent = (seat: Seat, { seats }: Stage): boolean =>
  seats.some(other => other.id !== seat.id && pairKey(other) === pairKey(seat) && isDecided(other.status))

const isHeldBy = (seat: Seat, stage: Stage, holders: readonly Holder[]): boolean =>
  holders.some(({ userId, side }) => userId === seat.approverId && mayHold(side, stage))

const sitsIn = (stage: Stage, userId: string): boolean =>
  stage.seats.some(seat => seat.approverId === userId && seat.status !== 'void')

/** Principals who could approve the order themselves: a substitute cannot do what their principal may not. */
const eligiblePrincipals = ({
  authorIds,
  executorMayApprove,
  standsInFor,
}: Omit<DecisionFacts, 'state' | 'isExecutor'>): readonly Principal[] =>
  standsInFor.filter(({ userId, isExecutor, side }) => {
    const executorIds = isExecutor ? [userId] : []
    return (
      side !== 'neither' && conflictOfDuties(userId, { authorIds, executorIds, executorMayApprove }) === null
    )
  })

/** Permission to decide now: asked for the screen, and again inside the deciding transaction. */
export function mayDecide(actor: Actor, facts: DecisionFacts): true | Refusal<ApprovalRefusal> {
  const mine = [{ userId: actor.userId, side: facts.side }, ...eligiblePrincipals(facts)]
  const isMine = (seat: Seat) => mine.some(({ userId }) => userId === seat.approverId)
  const seats = facts.stages.flatMap(stage => stage.seats).filter(isMine)
  const because = conflictOfDuties(actor.userId, {
    authorIds: facts.authorIds,
    executorIds: facts.isExecutor ? [actor.userId] : [],
    executorMayApprove: facts.executorMayApprove,
  })
  return firstRefusal(
    seats.length > 0 ? true : refuse('no_seat'),
    seats.some(seat => seat.status === 'pending') ? true : refuse('already_decided', { state: facts.state }),
    facts.state === 'in_approval' ? true : refuse('not_in_approval', { state: facts.state }),
    decidableSeat(actor.userId, facts) ? true : refuse(whyNoSeat(mine, facts)),
    because === null ? true : refuse(because),
    accountTrust(actor),
  )
}

/**
 * Refusal for somebody who holds an open seat of the order, directly or as a substitute, that they cannot decide now.
 */
function whyNoSeat(
  holders: readonly Holder[],
  { stages, side }: Pick<DecisionFacts, 'stages' | 'side'>,
): ApprovalRefusal {
  if (side === 'neither') return 'no_longer_eligible'
  const turn = openTurn(stages)
  const open = stages.filter(
    stage =>
      stage.turn === turn &&
      stage.seats.some(
        ({ status, approverId }) => status === 'pending' && holders.some(one => one.userId === approverId),
      ),
  )
  if (open.length === 0) return 'not_your_turn'
  const isHeld = (stage: Stage) =>
    mayHold(side, stage) && stage.seats.some(seat => isHeldBy(seat, stage, holders))
  return open.some(isHeld) ? 'seat_of_same_stage' : 'overrun_is_of_company'
}

/** Permission for each of the three decisions, or its refusal. */
export function decisionAbilities(actor: Actor, facts: DecisionFacts): Abilities<Decision, ApprovalRefusal> {
  const may = mayDecide(actor, facts)
  return { approve: may, reject: may, return: may }
}

/** Checks the comment: a return must say what to change; a rejection says why when the company requires it. */
export function soundComment(
  decision: Decision,
  comment: string | null,
  rejectionCommentRequired: boolean,
): true | Refusal<ApprovalRefusal> {
  const isRequired = decision === 'return' || (decision === 'reject' && rejectionCommentRequired)
  return isRequired && comment === null ? refuse('comment_required') : true
}

/** Checks the comment: an approval of an order whose provider was deactivated must say why. */
export function soundApproval(
  { decision, comment }: { readonly decision: Decision; readonly comment: string | null },
  isProviderOff: boolean,
): true | Refusal<ApprovalRefusal> {
  const needsReason = decision === 'approve' && isProviderOff
  return needsReason && comment === null ? refuse('provider_off') : true
}
