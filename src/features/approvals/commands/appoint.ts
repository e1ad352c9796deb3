/** Who approves and who executes in a project: appointing touches the orders that wait in it. */
import { routeOf } from '#features/approvals/commands/order.ts'
import { openSeatHolders, openSeats } from '#features/approvals/store.ts'
import { documentsWithoutApprover, lockDocument, saveState, tally } from '#features/documents/store.ts'
import { mayAppoint, sees, separated } from '#features/projects/rules.ts'
import { appointedIn, eligiblePeople, holdPeople, projectSeen, savePeople } from '#features/projects/store.ts'
import type { appointPeople } from '#features/projects/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import { tell } from '#server/outbox.ts'
import type { TenantTx } from '#server/tenant.ts'

export async function appoint(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  { approverIds, executorIds }: BodyOf<typeof appointPeople>,
): Promise<true | Refusal> {
  const [, project, before] = await Promise.all([
    holdPeople(tx, projectId, 'exclusive'),
    projectSeen(tx, actor, projectId),
    appointedIn(tx, projectId),
  ])
  if (!project || !sees(actor, project.standing)) return refuse('not_found')
  const may = firstRefusal<string>(
    mayAppoint(actor, project.standing),
    separated(approverIds, executorIds, project.policies.executorMayApprove),
  )
  if (may !== true) return may
  const people = new Set([...approverIds, ...executorIds])
  const eligible = await eligiblePeople(tx, [...people])
  if (eligible.length !== people.size) return refuse('person_not_eligible')
  const [holder] = await openSeatHolders(tx, projectId, approverIds)
  if (holder) return refuse('approver_has_open_seats', { name: holder.name, count: holder.count })
  await savePeople(tx, projectId, approverIds, executorIds)
  await record(tx, actor, {
    action: 'project.people_appointed',
    object: { type: 'project', id: projectId },
    before: { approvers: before.approverIds, executors: before.executorIds },
    after: { approvers: approverIds, executors: executorIds },
  })
  await unblock(tx, actor, projectId)
  return true
}

/** Orders blocked because nobody could approve them go to their new approvers, in the same transaction. */
async function unblock(tx: TenantTx, actor: Actor, projectId: string): Promise<void> {
  const waiting = await documentsWithoutApprover(tx, projectId)
  const [project, appointed] = await Promise.all([
    projectSeen(tx, actor, projectId),
    appointedIn(tx, projectId),
  ])
  for (const documentId of waiting) {
    const document = await lockDocument(tx, documentId)
    if (!project || document?.state !== 'blocked') continue
    const route = routeOf(project, appointed, [document.createdBy, document.changedBy])
    const total = route.approverIds.length
    if (total === 0) continue
    await openSeats(tx, documentId, document.revision, route)
    const counters = { total, pending: total, approved: 0, rejected: 0, skipped: 0 }
    await saveState(tx, documentId, { state: 'in_approval', turn: 1, counters })
    await tally(tx, document, { ...document, state: 'in_approval' })
    await record(tx, null, {
      action: 'document.unblocked',
      object: { type: 'document', id: documentId },
      before: { state: 'blocked', cause: document.blockCause },
      after: { state: 'in_approval' },
    })
    await tell(tx, 'approval.requested', { documentId, turn: 1 })
  }
}
