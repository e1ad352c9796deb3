/** Offboarding of a person: their seats and duties go to others, and they are deactivated, all or nothing. */
import { transferSeat } from '#features/approvals/commands/transfer-seat.ts'
import { unblock } from '#features/approvals/commands/unblock.ts'
import { mayReplace } from '#features/approvals/rules/reassignment.ts'
import type { Seat } from '#features/approvals/rules.ts'
import { documentsWaitingFor } from '#features/approvals/store/open-seats.ts'
import { currentStages } from '#features/approvals/store.ts'
import { lockCompany } from '#features/companies/store.ts'
import { projectsBlockedForApprovers } from '#features/documents/store/blocked.ts'
import { type LockedDocument, lockDocument } from '#features/documents/store.ts'
import { transferAppointment } from '#features/offboarding/commands/transfer-appointment.ts'
import { transferDuties } from '#features/offboarding/commands/transfer-duties.ts'
import { mayOffboard } from '#features/offboarding/rules.ts'
import type { letPersonGo } from '#features/offboarding/wire.ts'
import { deactivateMember } from '#features/people/commands.ts'
import { byAnotherHand } from '#features/projects/rules.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Departure = BodyOf<typeof letPersonGo>

/**
 * Offboards a person. Locks projects, then orders by id, then the company and its people, the sequence of every
 * command.
 */
export async function offboard(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  { seats, appointments, successorId }: Departure,
): Promise<ResponseOf<typeof letPersonGo> | Refusal> {
  const may = mayOffboard(actor)
  if (may !== true) return may
  await lockAppointmentsEverywhere(tx)
  if (!(await permitted(tx, userId))) return refuse('not_found')
  const named = mayName(actor, [
    ...seats.map(seat => seat.substituteId),
    ...appointments.map(each => each.substituteId),
    ...(successorId ? [successorId] : []),
  ])
  if (named !== true) return named
  const successor = successorId ? await permitted(tx, successorId) : null
  if (successorId && !successor) return refuse('not_found')
  const found = await openSeats(tx, userId)
  await lockCompany(tx)
  const substitutes = new Map(seats.map(({ seatId, substituteId }) => [seatId, substituteId]))
  const unassigned = found.filter(({ seat }) => !substitutes.has(seat.id)).length
  if (unassigned > 0) return refuse('open_seats', { count: unassigned })
  const reassigned: { documentId: string; substituteId: string }[] = []
  for (const open of found) {
    const substituteId = substitutes.get(open.seat.id) ?? ''
    const moved = await transferOpenSeat(tx, actor, userId, open, substituteId)
    if (isRefusal(moved)) return moved
    reassigned.push({ documentId: open.document.id, substituteId })
  }
  for (const appointment of appointments) {
    const moved = await transferAppointment(tx, actor, userId, appointment)
    if (isRefusal(moved)) return moved
  }
  for (const projectId of new Set(appointments.map(each => each.projectId)))
    await unblock(tx, actor, projectId)
  const duties = await transferDuties(tx, actor, userId, successorId ?? null)
  if (isRefusal(duties)) return duties
  const deactivated = await deactivateMember(tx, actor, userId)
  if (deactivated !== true) return deactivated
  const waiting = duties.isRepublished ? await projectsBlockedForApprovers(tx) : []
  for (const projectId of waiting) await unblock(tx, actor, projectId, 'current')
  return { userId, active: false, reassigned }
}

/** Checks that the actor names nobody's duties for themselves. */
function mayName(actor: Actor, userIds: readonly string[]): true | Refusal {
  return firstRefusal(...userIds.map(userId => byAnotherHand(actor, userId)))
}

type OpenSeat = {
  readonly document: LockedDocument
  readonly stage: number
  readonly seat: Seat
  /** True when the seat is held as an approver of the project, not by name in the flow, as deputy or budget owner, or added to the order. */
  readonly isAppointed: boolean
}

/**
 * Open seats of the person, read once their orders are locked: a seat that they decided meanwhile is not among them.
 */
async function openSeats(tx: TenantTx, userId: string): Promise<OpenSeat[]> {
  const found: OpenSeat[] = []
  for (const documentId of await documentsWaitingFor(tx, userId)) {
    const document = await lockDocument(tx, documentId)
    if (!document) continue
    const leaver = await permitted(tx, userId, document.projectId)
    for (const { stage, seats, origin, isAdded } of await currentStages(tx, documentId)) {
      const isOfProject = origin !== 'overrun' && !isAdded && leaver?.own.includes('approve') === true
      for (const seat of seats)
        if (seat.approverId === userId && seat.status === 'pending')
          found.push({ document, stage, seat, isAppointed: isOfProject && !seat.deputyDays })
    }
  }
  return found
}

/** Transfers one seat to a substitute, who also becomes an approver of the project if the leaver was one by name. */
async function transferOpenSeat(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  { document, stage: number, seat, isAppointed }: OpenSeat,
  substituteId: string,
): Promise<true | Refusal> {
  const { projectId } = document
  if (isAppointed) {
    const named = await transferAppointment(tx, actor, userId, { projectId, task: 'approve', substituteId })
    if (named !== true) return named
  }
  const [project, person, stages] = await Promise.all([
    readProjectWithStanding(tx, actor, projectId),
    permitted(tx, substituteId, projectId),
    currentStages(tx, document.id),
  ])
  const stage = stages.find(each => each.stage === number)
  if (!project || !stage) throw new Error(`stage ${number} of ${document.id} is gone`)
  if (!person || substituteId === userId) return refuse('person_not_eligible')
  const may = mayReplace(person, {
    documentId: document.id,
    clientId: document.clientId,
    authorIds: document.authorIds,
    executorMayApprove: project.policies.executorMayApprove,
    stage,
  })
  if (may !== true) return may
  await transferSeat(tx, actor, { document, stages, stage, seat, toId: substituteId, reason: null })
  return true
}
