/**
 * Somebody leaves the company, and others take over what waits for them. Whoever takes a seat could have had
 * it from the beginning: they did not make or change the order, and have no other seat in the same stage.
 */
import type { Stage } from '#features/approvals/rules.ts'
import { ownHands } from '#features/identity/rules/hands.ts'
import { mayPermitEverywhere } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type DepartureRefusal = 'substitute_is_author' | 'substitute_has_seat' | 'successor_required'

/** Handing over what somebody leaves is the administration's. */
export const mayLetGo = (actor: Actor): true | Refusal =>
  firstRefusal<string>(mayPermitEverywhere(actor), ownHands(actor))

export function mayTakeSeat(
  substituteId: string,
  { documentId, authorIds, stage }: { documentId: string; authorIds: readonly string[]; stage: Stage },
): true | Refusal<DepartureRefusal> {
  if (authorIds.includes(substituteId)) return refuse('substitute_is_author', { documentId })
  const sits = stage.seats.some(seat => seat.approverId === substituteId || seat.decidedById === substituteId)
  return sits ? refuse('substitute_has_seat', { documentId }) : true
}

/** The stage after one person took another's seat: the old one is void, the new one open. */
export function withSubstitute(
  stage: Stage,
  seatId: string,
  substitute: { id: string; userId: string },
): Stage {
  const seats = stage.seats.map(seat => (seat.id === seatId ? { ...seat, status: 'void' as const } : seat))
  return {
    ...stage,
    seats: [...seats, { id: substitute.id, approverId: substitute.userId, status: 'pending' }],
  }
}
