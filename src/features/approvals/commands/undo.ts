/**
 * Undoing an approval, by its approver or by the substitute who decided it, while the people of the next turn have
 * not been asked; and taking back the last one, while nothing was done with the approved order.
 */

import { approvalFact } from '#features/approvals/facts.ts'
import { mayUndo, undo, undoable } from '#features/approvals/rules/undo.ts'
import { countSeats, type Seat, type Stage } from '#features/approvals/rules.ts'
import { lastApproval } from '#features/approvals/store/last-approval.ts'
import { mayOwnBudget } from '#features/approvals/store/people.ts'
import { currentStages, lockSeatHolders, reopenSeats, saveOutcome } from '#features/approvals/store.ts'
import type { undoApproval } from '#features/approvals/wire.ts'
import { mayCharge } from '#features/contracts/rules.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { covering } from '#features/delegations/rules.ts'
import { findMandates } from '#features/delegations/store.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { type Counters, type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { personSide } from '#features/projects/rules.ts'
import { eligiblePeople } from '#features/projects/store/people.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import type { Fact } from '#kernel/fact.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Undone = ResponseOf<typeof undoApproval>

/** Undoes the approval that the person gave, in their own seat or as a substitute. */
export async function undoOwn(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  readRevision: number,
): Promise<Undone | Refusal> {
  const [document, project, stages, last, mandates, isVisible] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    currentStages(tx, documentId),
    lastApproval(tx, documentId),
    findMandates(tx, actor, documentId, { held: true }),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!document || !project || !isVisible) return refuse('not_found')
  const facts = {
    state: document.state,
    stages,
    standsInFor: covering(actor, mandates, document, 'approve'),
    side: personSide(actor, document.clientId),
    lastApproval: last,
    undoMinutes: project.policies.undoMinutes,
  }
  const may = firstRefusal<string>(sameRevision(document, readRevision), mayUndo(actor, facts, tx.now))
  if (may !== true) return may
  const seat = undoable(actor.userId, facts)
  const stage = stages.find(each => each.seats.some(one => one.id === seat?.id))
  if (!seat || !stage) return refuse('nothing_to_undo')
  // An order waits for a decision only while its contract takes orders.
  const mayReturn = document.state === 'approved' ? await mayWaitAgain(tx, actor, document) : true
  if (mayReturn !== true) return mayReturn
  const holderIds = await findHolders(tx, document, stage)
  if (!holderIds.includes(seat.approverId)) return refuse('no_longer_eligible')
  const next = undo(stages, seat.id, holderIds)
  const reopened = reopenedIn(stage, next)
  // An approver who is deactivated concurrently raises `ConcurrencyConflict`: the command runs again, without them.
  await lockSeatHolders(
    tx,
    reopened.map(open => open.approverId),
  )
  const counters = countSeats(next)
  const { id, revision } = document
  await Promise.all([
    reopenSeats(
      tx,
      reopened.map(open => open.id),
    ),
    saveOutcome(tx, id, revision, stage.stage, 'pending'),
    saveState(tx, id, { state: 'in_approval', turn: stage.turn, counters }),
    ...(document.state === 'approved' ? writeRequestedAgain(tx, document) : []),
    record(tx, actor, undoneFact(document, { stage: stage.stage, counters, seat, actor })),
  ])
  return { id, state: 'in_approval', revision, approvals: counters, canUndo: false }
}

/** Checks that the order's contract takes orders, and locks the contract so that it does until the commit. */
async function mayWaitAgain(tx: TenantTx, { zone }: Actor, { contractId }: LockedDocument) {
  const contract = await lockChargedContract(tx, contractId)
  if (!contract) throw new Error(`the contract ${contractId} is gone`)
  return mayCharge(contract, dayFromInstant(tx.now, zone))
}

/** Moves what an approved order had committed back to requested, in the budget and in the counters. */
const writeRequestedAgain = (tx: TenantTx, document: LockedDocument) => [
  updateCounters(tx, document, { ...document, state: 'in_approval' }),
  moveBudgets(tx, { ...document, documentId: document.id }, 'taken_back'),
]

type UndoneApproval = {
  readonly stage: number
  readonly counters: Counters
  readonly seat: Seat
  readonly actor: Actor
}

function undoneFact(
  { id, state, revision }: LockedDocument,
  { stage, counters, seat, actor }: UndoneApproval,
): Fact {
  const { approved, total } = counters
  const content = {
    after: { state: 'in_approval', revision, stage, approved, total },
    onBehalfOf: seat.approverId === actor.userId ? null : seat.approverId,
  } as const
  return state === 'approved'
    ? approvalFact('approval.taken_back', id, { before: { state }, ...content })
    : approvalFact('approval.undone', id, content)
}

/** Ids of the stage's people who could have a seat in it today. */
async function findHolders(
  tx: TenantTx,
  { clientId }: LockedDocument,
  { origin, seats }: Stage,
): Promise<string[]> {
  const seated = seats.map(seat => seat.approverId)
  return origin === 'overrun' ? mayOwnBudget(tx, seated) : eligiblePeople(tx, seated, clientId)
}

/** Seats of the stage that this undo opens again. */
function reopenedIn(stage: Stage, after: readonly Stage[]): Seat[] {
  const { seats = [] } = after.find(each => each.stage === stage.stage) ?? {}
  const wasOpen = ({ id }: Seat) => stage.seats.some(seat => seat.id === id && seat.status === 'pending')
  return seats.filter(seat => seat.status === 'pending' && !wasOpen(seat))
}
