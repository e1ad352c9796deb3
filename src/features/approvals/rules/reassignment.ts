/**
 * Reassignment: one open seat of one order goes to another person because its approver cannot decide it. Only the
 * company's administrators reassign, and only to somebody who could have had the seat from the beginning.
 */
import { conflictOfDuties, type Seat, type Stage } from '#features/approvals/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { isEligible } from '#features/projects/rules/granting.ts'
import { type OwnHand, type Permitted, withEverywhere } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ReassignRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'not_in_approval'
  | 'seat_not_open'
  | 'untrusted_account'
  | OwnHand
export type SeatRefusal = 'substitute_is_author' | 'substitute_has_seat'
export type ReplacementRefusal = SeatRefusal | 'person_not_eligible' | 'executor_cannot_approve'

type Reassigner = Pick<Actor, 'role' | 'companySuspended' | 'untrustedReason'>

/** Permission to reassign seats at all: administrators only. */
export const mayReassignSeats = ({ role }: Pick<Actor, 'role'>): true | Refusal<ReassignRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/** Permission to reassign this seat: only an open seat of an order in approval. */
export function mayReassign(
  actor: Reassigner,
  { state, seat }: { readonly state: DocumentState; readonly seat: Pick<Seat, 'status'> },
): true | Refusal<ReassignRefusal> {
  return firstRefusal(
    mayReassignSeats(actor),
    actor.companySuspended ? refuse('company_suspended') : true,
    state === 'in_approval' ? true : refuse('not_in_approval', { state }),
    seat.status === 'pending' ? true : refuse('seat_not_open'),
    accountTrust(actor),
  )
}

export type SeatContext = {
  readonly documentId: string
  /** Client of the order's project. */
  readonly clientId: string
  readonly authorIds: readonly string[]
  readonly executorMayApprove: boolean
  readonly stage: Stage
}

/**
 * Permission to receive the seat: the person is active, of the project's client or of none, neither author nor
 * executor, and has no seat in its stage. Only the company's own people let an order exceed its contract.
 */
export function mayReplace(
  person: Permitted,
  { documentId, clientId, authorIds, executorMayApprove, stage }: SeatContext,
): true | Refusal<ReplacementRefusal> {
  const { userId, own, everywhere } = person
  const executorIds = withEverywhere(own, everywhere).includes('execute') ? [userId] : []
  const isOutsider = stage.origin === 'overrun' && person.role !== 'admin' && person.role !== 'approver'
  return firstRefusal(
    isEligible(person, clientId) && !isOutsider ? true : refuse('person_not_eligible'),
    mayTakeSeat(userId, { documentId, authorIds, stage }),
    conflictOfDuties(userId, { authorIds, executorIds, executorMayApprove }) === null
      ? true
      : refuse('executor_cannot_approve'),
  )
}

/** Checks the substitute against the order: not one of its authors, and without another seat in the stage. */
export function mayTakeSeat(
  substituteId: string,
  { documentId, authorIds, stage }: { documentId: string; authorIds: readonly string[]; stage: Stage },
): true | Refusal<SeatRefusal> {
  if (authorIds.includes(substituteId)) return refuse('substitute_is_author', { documentId })
  const hasSeatInStage = stage.seats.some(
    seat => seat.approverId === substituteId || seat.decidedById === substituteId,
  )
  return hasSeatInStage ? refuse('substitute_has_seat', { documentId }) : true
}

/** The stage after a reassignment: the old seat is void, the new one open, beside whatever the old one stood beside. */
export function withSubstitute(
  stage: Stage,
  seatId: string,
  substitute: { id: string; userId: string },
): Stage {
  const seats = stage.seats.map(seat => (seat.id === seatId ? { ...seat, status: 'void' as const } : seat))
  const { pairId = null, deputyDays = null } = stage.seats.find(({ id }) => id === seatId) ?? {}
  const given = {
    id: substitute.id,
    approverId: substitute.userId,
    status: 'pending',
    pairId,
    deputyDays,
  } as const
  return { ...stage, seats: [...seats, given] }
}
