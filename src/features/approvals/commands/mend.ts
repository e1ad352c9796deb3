/**
 * Repair of open orders that earlier releases left in a state that the rules forbid today. An open seat whose
 * approver may not hold it goes to somebody whom the order's flow would ask today; when there is nobody, it is
 * dropped if the other seats suffice. Otherwise, and when the order is charged to another provider's contract, the
 * order is returned to its requester, who submits it again under the rules of today.
 */

import { computeRoute } from '#features/approvals/commands/route.ts'
import { transferSeat } from '#features/approvals/commands/transfer-seat.ts'
import { returnToRequester } from '#features/approvals/commands/withdraw.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import { plannedTurn } from '#features/approvals/rules/added.ts'
import { mayReplace, type SeatContext } from '#features/approvals/rules/reassignment.ts'
import { countSeats, pairKey, type Seat, type Stage } from '#features/approvals/rules.ts'
import { documentOfSeat, ordersOfOtherProviders } from '#features/approvals/store/broken.ts'
import { budgetOwnersFor } from '#features/approvals/store/people.ts'
import { asSent } from '#features/approvals/store/sent.ts'
import { closeSeats, currentStages, lockSeatHolders } from '#features/approvals/store.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { pinnedFlow } from '#features/flows/store.ts'
import { isEligible } from '#features/projects/rules/granting.ts'
import { appointedIn, readNames } from '#features/projects/store/people.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { lockAppointments } from '#features/projects/store/projects.ts'
import { type ProjectWithStanding, projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Mended = {
  readonly documentId: string
  /** Seat reassigned, seat dropped because the others suffice, or order returned to its requester. */
  readonly how: 'reassigned' | 'dropped' | 'sent_back'
}

/** A seat that is left as it is: a missing rate hides whom the order's flow asks. */
type Left = { readonly documentId: string; readonly missingRate: Refusal<'rate_missing'> }

/** Repairs one seat; null when nothing is wrong with it or its order any more. */
export async function mendSeat(tx: TenantTx, seatId: string): Promise<Mended | Left | null> {
  const documentId = await documentOfSeat(tx, seatId)
  const found = documentId === null ? null : await hold(tx, documentId)
  if (!found) return null
  const { document, project } = found
  const stages = await currentStages(tx, document.id)
  const stage = stages.find(({ seats }) => seats.some(({ id }) => id === seatId))
  const seat = stage?.seats.find(({ id }) => id === seatId)
  if (!stage || seat?.status !== 'pending' || (await isHeldRightly(tx, document, stage, seat))) return null
  const asPlanned = { ...stage, turn: plannedTurn(stages, stage) }
  // A deputy has no successor in the flow: the one beside them decides.
  const replacementId = seat.deputyDays ? null : await replacementFor(tx, document, project, asPlanned)
  if (isRefusal(replacementId)) return { documentId: document.id, missingRate: replacementId }
  if (replacementId !== null) {
    await lockSeatHolders(tx, [replacementId])
    await transferSeat(tx, null, { document, stages, stage, seat, toId: replacementId, reason: null })
    return { documentId: document.id, how: 'reassigned' }
  }
  if (sufficesWithout(stage, seat)) {
    await dropSeat(tx, document, stages, seat)
    return { documentId: document.id, how: 'dropped' }
  }
  await sendBack(
    tx,
    document,
    'Nadie puede dar hoy una de sus aprobaciones: reenvíalo para que se pidan otra vez.',
  )
  return { documentId: document.id, how: 'sent_back' }
}

/**
 * Returns an order that is charged to another provider's contract; null when it is charged rightly, or not under way
 * any more.
 */
export async function mendCharge(tx: TenantTx, documentId: string): Promise<Mended | null> {
  const found = await hold(tx, documentId)
  if (!found || !(await ordersOfOtherProviders(tx)).includes(documentId)) return null
  await sendBack(
    tx,
    found.document,
    'Estaba cargado al contrato de otro proveedor: elige uno que pague al suyo y reenvíalo.',
  )
  return { documentId, how: 'sent_back' }
}

const sendBack = (tx: TenantTx, document: LockedDocument, reason: string): Promise<void> =>
  returnToRequester(tx, null, document, { kind: 'document.sent_back', reason })

/**
 * Locks the project (shared) and then the order, as every command that routes an order does; null when the order is
 * not open any more.
 */
async function hold(
  tx: TenantTx,
  documentId: string,
): Promise<{ document: LockedDocument; project: ProjectWithStanding } | null> {
  const project = await projectOfDocument(tx, nobody(tx), documentId)
  if (!project) return null
  await lockAppointments(tx, project.id, 'shared')
  const document = await lockDocument(tx, documentId)
  const isOpen = document?.state === 'in_approval' || document?.state === 'blocked'
  return document && isOpen && document.projectId === project.id ? { document, project } : null
}

async function isHeldRightly(
  tx: TenantTx,
  { clientId, projectId }: LockedDocument,
  { origin }: Stage,
  { approverId }: Seat,
): Promise<boolean> {
  const person = await permitted(tx, approverId, projectId)
  if (!person || !isEligible(person, clientId)) return false
  const isOfCompany = person.role === 'admin' || person.role === 'approver'
  return isOfCompany ? person.clientId === null : person.clientId === clientId && origin !== 'overrun'
}

/** True when the other seats of the stage can still give as many approvals as it needs. */
export function sufficesWithout({ mode, needed, seats }: Stage, seat: Seat): boolean {
  const others = seats.filter(({ id, status }) => id !== seat.id && ['approved', 'pending'].includes(status))
  const counted = new Set(others.map(pairKey))
  return counted.has(pairKey(seat)) || (mode !== 'all' && counted.size >= needed)
}

async function dropSeat(
  tx: TenantTx,
  { id, state, blockCause, revision }: LockedDocument,
  stages: readonly Stage[],
  { id: seatId, approverId }: Seat,
): Promise<void> {
  const isIt = (seat: Seat) => seat.id === seatId
  const next = stages.map(stage => ({
    ...stage,
    seats: stage.seats.map(seat => (isIt(seat) ? { ...seat, status: 'void' as const } : seat)),
  }))
  const names = await readNames(tx, [approverId])
  await Promise.all([
    closeSeats(tx, [seatId], 'void'),
    saveState(tx, id, { state, blockCause, counters: countSeats(next) }),
    record(
      tx,
      null,
      approvalFact('approval.dropped', id, {
        before: { approverId, approver: names.get(approverId) ?? null },
        after: { revision },
      }),
    ),
  ])
}

/**
 * Id of the first person whom the order's flow would ask in this stage today and who may have the seat; null when
 * there is none. Refused when a rate is missing without which that is not known.
 */
async function replacementFor(
  tx: TenantTx,
  document: LockedDocument,
  project: ProjectWithStanding,
  stage: Stage,
): Promise<string | null | Refusal<'rate_missing'>> {
  const { id: documentId, clientId, authorIds, projectId } = document
  const { executorMayApprove } = project.policies
  const context: SeatContext = { documentId, clientId, authorIds, executorMayApprove, stage }
  const asked = await askedToday(tx, document, project, stage)
  if (isRefusal(asked)) return asked
  for (const userId of asked) {
    const person = await permitted(tx, userId, projectId)
    if (person && mayReplace(person, context) === true) return userId
  }
  return null
}

async function askedToday(
  tx: TenantTx,
  document: LockedDocument,
  project: ProjectWithStanding,
  stage: Stage,
): Promise<readonly string[] | Refusal<'rate_missing'>> {
  if (stage.isAdded) return []
  if (stage.origin === 'overrun') return budgetOwnersFor(tx, document.id)
  const [appointed, flow, contract, sent] = await Promise.all([
    appointedIn(tx, document.projectId),
    pinnedFlow(tx, document.id),
    lockChargedContract(tx, document.contractId),
    asSent(tx, document.id),
  ])
  if (!contract) return []
  const order = { ...document, ...sent, documentId: document.id, isCounted: true }
  const route = await computeRoute(tx, order, { flow, project, appointed, contract })
  if (isRefusal(route)) return route
  const planned = route.stages[stage.stage - 1]
  return planned?.origin === stage.origin && planned.turn === stage.turn ? planned.approverIds : []
}

/** Actor without a part in any project, in whose name a repair, or work that nobody asked for now, reads one. */
export const nobody = ({ companyId }: TenantTx): Actor => ({
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '00000000-0000-0000-0000-000000000000',
  companyId,
  name: '',
  role: 'admin',
  clientId: null,
  providerId: null,
  zone: 'UTC',
  companySuspended: false,
})
