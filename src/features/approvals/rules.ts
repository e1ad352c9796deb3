/**
 * Who must approve an order, and what follows from each decision.
 *
 * An order is approved when every one of its stages is approved, and there is at least one. Stages of one
 * turn are open together; the next turn opens when all of them are approved. Nobody approves what they
 * asked for or changed, and an order that nobody may approve is blocked, never approved.
 */

import type { DocumentState } from '#features/documents/rules.ts'
import type { Mode } from '#features/flows/rules.ts'
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
  /** Who decided it in the approver's place. */
  readonly decidedById?: string | null
}

export type Stage = {
  readonly stage: number
  readonly turn: number
  readonly mode: Mode
  /** How many approvals the stage needs. */
  readonly needed: number
  /** Everybody's flow, a rule of the company, or its budget. */
  readonly origin: StageOrigin
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
  | 'nothing_to_undo'
  | 'next_stage_open'
  | 'no_budget_owner'

/** Who wrote any revision of the order; who executes; whether the company lets those approve. */
export type Duties = {
  readonly authorIds: readonly string[]
  readonly executorIds: readonly string[]
  readonly executorMayApprove: boolean
}
export type Unfit = 'own_document' | 'executor_cannot_approve'

/** Why a person cannot approve this order although named: authors never, executors unless the company allows. */
export function unfit(userId: string, { authorIds, executorIds, executorMayApprove }: Duties): Unfit | null {
  if (authorIds.includes(userId)) return 'own_document'
  return executorIds.includes(userId) && !executorMayApprove ? 'executor_cannot_approve' : null
}

/** Approved once it has the approvals it needs; rejected as soon as it cannot have them any more. */
export function outcomeOf(stage: Stage): 'pending' | 'approved' | 'rejected' {
  const count = (status: SeatStatus) => stage.seats.filter(seat => seat.status === status).length
  const approved = count('approved')
  if (stage.mode === 'all' && count('rejected') > 0) return 'rejected'
  if (approved >= stage.needed && approved > 0) return 'approved'
  return approved + count('pending') < stage.needed ? 'rejected' : 'pending'
}

/** The order's outcome from its stages: none at all is never approval. */
export function outcomeOfAll(stages: readonly Stage[]): 'pending' | 'approved' | 'rejected' {
  const outcomes = stages.map(outcomeOf)
  if (outcomes.includes('rejected')) return 'rejected'
  return outcomes.length > 0 && outcomes.every(outcome => outcome === 'approved') ? 'approved' : 'pending'
}

/** The turn whose stages are being decided: the first with a stage that is not yet approved. */
export function openTurn(stages: readonly Stage[]): number | null {
  const open = stages.filter(stage => outcomeOf(stage) !== 'approved').map(stage => stage.turn)
  return open.length === 0 ? null : Math.min(...open)
}

export type Decided = {
  readonly stages: readonly Stage[]
  readonly state: Extract<DocumentState, 'in_approval' | 'approved' | 'rejected' | 'returned'>
  readonly turn: number
}

const seatAfter: { readonly [decision in Decision]: SeatStatus } = {
  approve: 'approved',
  reject: 'rejected',
  return: 'returned',
}

/**
 * The stages after one person's decision. Deciding a stage closes its other open seats as no longer
 * required; a rejection that decides, and a return, close every open seat of the order.
 */
export function decide(stages: readonly Stage[], seatId: string, decision: Decision): Decided {
  const taken = stages.map(stage => withSeat(stage, seatId, seatAfter[decision]))
  const outcome = decision === 'return' ? 'returned' : outcomeOfAll(taken)
  const isOver = outcome === 'returned' || outcome === 'rejected'
  const closed = taken.map(stage => (isOver || outcomeOf(stage) !== 'pending' ? closeSeats(stage) : stage))
  const turn = openTurn(taken) ?? Math.max(...taken.map(stage => stage.turn))
  return { stages: closed, state: outcome === 'pending' ? 'in_approval' : outcome, turn }
}

/**
 * The stages once an approval is taken back: the seat is open again, and so are those of its stage that were
 * no longer required because of it.
 */
export function undo(stages: readonly Stage[], seatId: string): Stage[] {
  const reopened = ({ id, approverId, ...seat }: Seat): Seat =>
    id === seatId || seat.status === 'skipped'
      ? { id, approverId, status: 'pending' }
      : { id, approverId, ...seat }
  return stages.map(stage =>
    stage.seats.some(seat => seat.id === seatId) ? { ...stage, seats: stage.seats.map(reopened) } : stage,
  )
}

/**
 * The last approval of the person's seat can be taken back until the next turn opens, by them and by whoever gave
 * it in their place and still stands in for them; other decisions cannot.
 */
export function mayUndo(
  userId: string,
  facts: Pick<DecisionFacts, 'state' | 'stages' | 'standsInFor'>,
): true | Refusal<ApprovalRefusal> {
  const { state } = facts
  return firstRefusal(
    approvedBy(userId, facts).length > 0 ? true : refuse('nothing_to_undo'),
    state === 'in_approval' ? true : refuse('not_in_approval', { state }),
    undoable(userId, facts) ? true : refuse('next_stage_open'),
  )
}

/** The seat of the open turn whose approval the person can take back, if any; their own first. */
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
  const isGiver = (id: string) => standsInFor.some(giver => giver.userId === id)
  const isTheirs = ({ approverId, decidedById }: Seat) =>
    approverId === userId || (decidedById === userId && isGiver(approverId))
  return stages.flatMap(stage => stage.seats).filter(seat => seat.status === 'approved' && isTheirs(seat))
}

function withSeat(stage: Stage, seatId: string, status: SeatStatus): Stage {
  return { ...stage, seats: stage.seats.map(seat => (seat.id === seatId ? { ...seat, status } : seat)) }
}

function closeSeats(stage: Stage): Stage {
  return {
    ...stage,
    seats: stage.seats.map(seat => (seat.status === 'pending' ? { ...seat, status: 'skipped' } : seat)),
  }
}

/** The budget owners' stage opens after everybody else's: what was approved must also be let exceed its contract. */
export function withOverrun({ stages }: Decided, overrun: Stage): Decided {
  return { stages: [...stages, overrun], state: 'in_approval', turn: overrun.turn }
}

/** Whether the company's budget owners have a say in the order already. */
export const hasOverrun = (stages: readonly Stage[]): boolean =>
  stages.some(stage => stage.origin === 'overrun')

/** Whether the person has, or had, a seat in it. */
export const hasSeat = (stages: readonly Stage[], userId: string): boolean =>
  stages.some(stage => stage.seats.some(seat => seat.approverId === userId))

/** The same, or decided one for another: whoever has sees the order. */
export const isSeated = (stages: readonly Stage[], userId: string): boolean =>
  hasSeat(stages, userId) || stages.some(stage => stage.seats.some(seat => seat.decidedById === userId))

/** The counters an order carries: they always equal the counts of its seats. A void one counts no more. */
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
  /** Whether the person executes in the project today. */
  readonly isExecutor: boolean
  readonly executorMayApprove: boolean
  /** Those in whose place the person may decide this order today. */
  readonly standsInFor: readonly Giver[]
}

export type Giver = { readonly userId: string; readonly isExecutor: boolean }

/**
 * The seat a person can decide now, if any: their own first, then that of somebody in whose place they are, who
 * could decide it themselves. Never a second one of a stage.
 */
export function seatOf(userId: string, facts: Omit<DecisionFacts, 'state' | 'isExecutor'>): Seat | null {
  const turn = openTurn(facts.stages)
  const open = facts.stages.filter(stage => stage.turn === turn)
  const pending = (stages: readonly Stage[], approverIds: readonly string[]) =>
    stages
      .flatMap(stage => stage.seats)
      .find(seat => seat.status === 'pending' && approverIds.includes(seat.approverId))
  const undecided = open.filter(stage => !stage.seats.some(seat => seat.decidedById === userId))
  const notTheirs = undecided.filter(stage => !sitsIn(stage, userId))
  return pending(undecided, [userId]) ?? pending(notTheirs, fitGivers(facts)) ?? null
}

const sitsIn = (stage: Stage, userId: string): boolean =>
  stage.seats.some(seat => seat.approverId === userId && seat.status !== 'void')

/** Whoever could not approve the order cannot have it approved by their substitute. */
const fitGivers = ({
  authorIds,
  executorMayApprove,
  standsInFor,
}: Omit<DecisionFacts, 'state' | 'isExecutor'>) =>
  standsInFor
    .filter(({ userId, isExecutor }) => {
      const executorIds = isExecutor ? [userId] : []
      return unfit(userId, { authorIds, executorIds, executorMayApprove }) === null
    })
    .map(giver => giver.userId)

/** Whether the person may decide now. Asked for the screen, and again inside the deciding transaction. */
export function mayDecide(actor: Actor, facts: DecisionFacts): true | Refusal<ApprovalRefusal> {
  const mine = [actor.userId, ...fitGivers(facts)]
  const seats = facts.stages.flatMap(stage => stage.seats).filter(seat => mine.includes(seat.approverId))
  const because = unfit(actor.userId, {
    authorIds: facts.authorIds,
    executorIds: facts.isExecutor ? [actor.userId] : [],
    executorMayApprove: facts.executorMayApprove,
  })
  return firstRefusal(
    seats.length > 0 ? true : refuse('no_seat'),
    seats.some(seat => seat.status === 'pending') ? true : refuse('already_decided', { state: facts.state }),
    facts.state === 'in_approval' ? true : refuse('not_in_approval', { state: facts.state }),
    seatOf(actor.userId, facts)
      ? true
      : refuse(isOpenFor(mine, facts) ? 'seat_of_same_stage' : 'not_your_turn'),
    because === null ? true : refuse(because),
  )
}

function isOpenFor(userIds: readonly string[], { stages }: Pick<DecisionFacts, 'stages'>): boolean {
  const turn = openTurn(stages)
  const seats = stages.filter(stage => stage.turn === turn).flatMap(stage => stage.seats)
  return seats.some(seat => userIds.includes(seat.approverId) && seat.status === 'pending')
}

/** The three decisions, each allowed or refused with its reason. */
export function abilities(actor: Actor, facts: DecisionFacts): Abilities<Decision, ApprovalRefusal> {
  const may = mayDecide(actor, facts)
  return { approve: may, reject: may, return: may }
}

/** A return must say what to change; a rejection says why when the company asks for it. */
export function commentFor(
  decision: Decision,
  comment: string | null,
  rejectionCommentRequired: boolean,
): true | Refusal<ApprovalRefusal> {
  const isRequired = decision === 'return' || (decision === 'reject' && rejectionCommentRequired)
  return isRequired && comment === null ? refuse('comment_required') : true
}
