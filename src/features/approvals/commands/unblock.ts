/** Unblocking: orders that nobody could approve get seats in the transaction that makes an approver available. */
import { computeRoute, openRoute } from '#features/approvals/commands/route.ts'
import { countSeats, type Route, routeLines } from '#features/approvals/rules/route.ts'
import { heldWhenSent } from '#features/approvals/store/people.ts'
import { asSent } from '#features/approvals/store/sent.ts'
import { claim } from '#features/contracts/rules/budget.ts'
import { mayCharge } from '#features/contracts/rules.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import { documentFact } from '#features/documents/facts.ts'
import type { BlockCause } from '#features/documents/rules.ts'
import { blockedForApprovers } from '#features/documents/store/blocked.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { askedIn } from '#features/flows/rules.ts'
import { currentFlow, pinnedFlow } from '#features/flows/store.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Flow version for an order that is routed again: `current` takes the version just published, `pinned` keeps the one
 * of its submission. Both are safe because a blocked order has no seats yet.
 */
export type FlowVersion = 'pinned' | 'current'

/**
 * Routes again the project's orders that nobody could approve, and begins the approval of those that somebody can. One
 * that needs a rate that is missing stays blocked.
 */
export async function unblock(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  flowVersion: FlowVersion = 'pinned',
): Promise<void> {
  for (const documentId of await blockedForApprovers(tx, projectId)) {
    const document = await lockDocument(tx, documentId)
    if (document?.state !== 'blocked') continue
    const route = await routeAgain(tx, actor, document, flowVersion)
    if (route && !isRefusal(route) && route.blockedBy === null)
      await begin(tx, document, { route, today: dayFromInstant(tx.now, actor.zone) })
  }
}

async function routeAgain(
  tx: TenantTx,
  actor: Actor,
  document: LockedDocument,
  flowVersion: FlowVersion,
): Promise<Route | Refusal<'rate_missing'> | null> {
  const [project, appointed, flow, contract, held, sent] = await Promise.all([
    readProjectWithStanding(tx, actor, document.projectId),
    appointedIn(tx, document.projectId),
    flowVersion === 'current' ? currentFlow(tx) : pinnedFlow(tx, document.id),
    lockChargedContract(tx, document.contractId),
    heldWhenSent(tx, document.id, actor.userId),
    asSent(tx, document.id),
  ])
  if (!project || !contract) return null
  const wasNamed =
    flowVersion === 'pinned' || askedIn((await pinnedFlow(tx, document.id)).rules).includes(actor.userId)
  const order = { ...document, ...sent, documentId: document.id, charge: claim(document), isCounted: true }
  const mover = { userId: actor.userId, ...held, wasNamed }
  return computeRoute(tx, order, { flow, project, appointed, contract, mover })
}

type Beginning = { readonly route: Route; readonly today: Day }

/**
 * Begins the approval of an order that has approvers now. When its contract takes no orders, the order stays blocked
 * until the contract takes them again.
 */
async function begin(tx: TenantTx, document: LockedDocument, { route, today }: Beginning): Promise<void> {
  const { id } = document
  const total = countSeats(route)
  const counters = { total, pending: total, approved: 0, rejected: 0, skipped: 0 }
  const { flowVersion } = route
  await openRoute(tx, document, route)
  const contract = await lockChargedContract(tx, document.contractId)
  if (!contract || mayCharge(contract, today) !== true) {
    const blockCause = 'contract_inactive'
    await saveState(tx, id, { state: 'blocked', blockCause, turn: 1, counters, flowVersion })
    await recordState(tx, document, route, blockCause)
    return
  }
  await saveState(tx, id, { state: 'in_approval', turn: 1, counters, flowVersion })
  await updateCounters(tx, document, { ...document, state: 'in_approval' })
  await recordState(tx, document, route, null)
}

async function recordState(
  tx: TenantTx,
  { id, revision, blockCause }: LockedDocument,
  route: Route,
  cause: BlockCause | null,
): Promise<void> {
  const state = cause === null ? 'in_approval' : 'blocked'
  await record(
    tx,
    null,
    documentFact(state === 'blocked' ? 'document.blocked' : 'document.unblocked', id, {
      before: { state: 'blocked', cause: blockCause },
      after: { state, cause, revision, ...routeLines(route) },
    }),
  )
}
