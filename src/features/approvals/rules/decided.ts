/** Stages of an order after a decision, and the stage of budget owners that an approval may add to them. */
import {
  type Decision,
  openTurn,
  outcomeOfAll,
  pairKey,
  type Seat,
  type SeatStatus,
  type Stage,
  stageOutcome,
} from '#features/approvals/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import type { Money } from '#kernel/money.ts'

/** By how much more than its total is spent, and how much its tolerance allows. */
type Overrun = { readonly over: Money; readonly allowed: Money }

export type Decided = {
  readonly stages: readonly Stage[]
  readonly state: Extract<DocumentState, 'in_approval' | 'approved' | 'rejected' | 'returned'>
  readonly turn: number
  /** Overrun that this approval makes within the contract's tolerance; absent for any other decision. */
  readonly tolerated?: Overrun
  /** The same of the year of its cost centre. */
  readonly toleratedOfCentre?: Overrun
}

const seatAfter: { readonly [decision in Decision]: SeatStatus } = {
  approve: 'approved',
  reject: 'rejected',
  return: 'returned',
}

/**
 * The stages after one person's decision. It ends the seat that stands beside the decided one; deciding a stage closes
 * its other open seats as no longer required; a rejection that decides, and a return, close every open seat of the order.
 */
export function decide(stages: readonly Stage[], seatId: string, decision: Decision): Decided {
  const taken = stages.map(stage => withSeat(stage, seatId, seatAfter[decision]))
  const outcome = decision === 'return' ? 'returned' : outcomeOfAll(taken)
  const isOver = outcome === 'returned' || outcome === 'rejected'
  const closed = taken.map(stage => (isOver || stageOutcome(stage) !== 'pending' ? closeSeats(stage) : stage))
  const turn = openTurn(taken) ?? Math.max(...taken.map(stage => stage.turn))
  return { stages: closed, state: outcome === 'pending' ? 'in_approval' : outcome, turn }
}

function withSeat(stage: Stage, seatId: string, status: SeatStatus): Stage {
  const taken = stage.seats.find(({ id }) => id === seatId)
  if (!taken) return stage
  const isBeside = (seat: Seat) => seat.status === 'pending' && pairKey(seat) === pairKey(taken)
  return {
    ...stage,
    seats: stage.seats.map(seat => {
      if (seat.id === seatId) return { ...seat, status }
      return isBeside(seat) ? { ...seat, status: 'skipped' } : seat
    }),
  }
}

function closeSeats(stage: Stage): Stage {
  return {
    ...stage,
    seats: stage.seats.map(seat => (seat.status === 'pending' ? { ...seat, status: 'skipped' } : seat)),
  }
}

/**
 * Adds the budget owners' stage after all others: an order that everybody else approved also needs permission to
 * exceed its contract.
 */
export function withOverrun({ stages }: Decided, overrun: Stage): Decided {
  return { stages: [...stages, overrun], state: 'in_approval', turn: overrun.turn }
}

/** True when the order already has a stage of budget owners. */
export const hasOverrun = (stages: readonly Stage[]): boolean =>
  stages.some(stage => stage.origin === 'overrun')

/** True for an order that is as the decision left it, and false where something else came after: a cancellation, a return that nobody decided. */
export const isStateAfter = (state: DocumentState, outcome: string): boolean =>
  state === 'in_approval' || state === outcome
