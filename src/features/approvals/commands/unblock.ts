import { routeOf } from '#features/approvals/commands/order.ts'
import { openSeats } from '#features/approvals/store.ts'
import { chargeTo } from '#features/contracts/store.ts'
import type { BlockCause } from '#features/documents/rules.ts'
import {
  documentsWithoutApprover,
  type LockedDocument,
  lockDocument,
  saveState,
  tally,
} from '#features/documents/store.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import { projectSeen } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { record } from '#server/journal.ts'
import { tell } from '#server/outbox.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Orders blocked because nobody could approve them go to their new approvers, in the same transaction. */
export async function unblock(tx: TenantTx, actor: Actor, projectId: string): Promise<void> {
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
    const contract = await chargeTo(tx, document.contractId)
    if (contract?.status !== 'active') {
      // Who approves it is settled; it goes on when its contract does.
      await saveState(tx, documentId, {
        state: 'blocked',
        blockCause: 'contract_inactive',
        turn: 1,
        counters,
      })
      await recordMove(tx, document, 'blocked', 'contract_inactive')
      continue
    }
    await saveState(tx, documentId, { state: 'in_approval', turn: 1, counters })
    await tally(tx, document, { ...document, state: 'in_approval' })
    await recordMove(tx, document, 'in_approval', null)
    await tell(tx, 'approval.requested', { documentId, turn: 1 })
  }
}

async function recordMove(
  tx: TenantTx,
  { id, blockCause }: LockedDocument,
  state: 'in_approval' | 'blocked',
  cause: BlockCause | null,
): Promise<void> {
  await record(tx, null, {
    action: state === 'blocked' ? 'document.blocked' : 'document.unblocked',
    object: { type: 'document', id },
    before: { state: 'blocked', cause: blockCause },
    after: { state, cause },
  })
}
