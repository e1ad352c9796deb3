/** Reassignment of one open seat of one order, by an administrator. */
import { transferSeat } from '#features/approvals/commands/transfer-seat.ts'
import { mayReassign, mayReassignSeats, mayReplace } from '#features/approvals/rules/reassignment.ts'
import { countSeats } from '#features/approvals/rules.ts'
import { currentStages, lockSeatHolders } from '#features/approvals/store.ts'
import type { reassignSeat } from '#features/approvals/wire/reassignment.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { lockDocument } from '#features/documents/store.ts'
import { byAnotherHand } from '#features/projects/rules.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ParamsOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Locks the order's row first: the seat's approver either decides before, or finds the seat reassigned. */
export async function reassign(
  tx: TenantTx,
  actor: Actor,
  { documentId, seatId }: ParamsOf<typeof reassignSeat>,
  { revision, userId, reason }: BodyOf<typeof reassignSeat>,
): Promise<ResponseOf<typeof reassignSeat> | Refusal> {
  const mayReassignAny = mayReassignSeats(actor)
  if (mayReassignAny !== true) return mayReassignAny
  const [document, project, stages] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    currentStages(tx, documentId),
  ])
  if (!document || !project) return refuse('not_found')
  const isCurrent = sameRevision(document, revision)
  if (isCurrent !== true) return isCurrent
  const stage = stages.find(({ seats }) => seats.some(({ id }) => id === seatId))
  const seat = stage?.seats.find(({ id }) => id === seatId)
  if (!stage || !seat) return refuse('not_found')
  const person = await permitted(tx, userId, project.id)
  const { executorMayApprove } = project.policies
  const { clientId } = project.standing
  const { authorIds } = document
  const seatContext = { documentId, clientId, authorIds, executorMayApprove, stage }
  const may = firstRefusal<string>(
    mayReassign(actor, { state: document.state, seat }),
    byAnotherHand(actor, userId),
    // Null for a person of another company and for an unknown id alike: neither exists for this one.
    person ? mayReplace(person, seatContext) : refuse('person_not_eligible'),
  )
  if (may !== true) return may
  await lockSeatHolders(tx, [userId])
  const next = await transferSeat(tx, actor, { document, stages, stage, seat, toId: userId, reason })
  return { id: documentId, revision, approvals: countSeats(next) }
}
