/** Route of an order that begins its approval, from the facts of this transaction. */
import { type Circumstances, type Route, routeUnder } from '#features/approvals/rules/route.ts'
import { budgetOwners } from '#features/approvals/store/people.ts'
import { openSeats } from '#features/approvals/store.ts'
import { stagesWithBasis } from '#features/approvals/text/basis.ts'
import { lockPayee, recentlyRequested } from '#features/documents/store/payees.ts'
import { cumulativeDays, looksBack, namedIn } from '#features/flows/rules.ts'
import { type Appointed, eligiblePeople } from '#features/projects/store/people.ts'
import type { ProjectWithStanding } from '#features/projects/store/standing.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Routed = Circumstances['order'] & {
  /** Null for an order that is being created. */
  readonly documentId: string | null
  readonly authorIds: readonly string[]
  readonly isCounted: boolean
}

type Around = Pick<Circumstances, 'flow' | 'charge'> & {
  readonly project: ProjectWithStanding
  readonly appointed: Appointed
  readonly mover?: Mover
}

/**
 * Person whose action routes an open order again, and the duties they held when it was sent: nobody obtains a seat in
 * an order by their own action.
 */
export type Mover = {
  readonly userId: string
  readonly isApprover: boolean
  readonly isOwner: boolean
  /** True when the flow that the order was sent under names them. */
  readonly isNamed: boolean
}

/**
 * Plans a route and writes nothing. Where the flow sums earlier requests, it locks the payee until the transaction
 * ends.
 */
export async function computeRoute(
  tx: TenantTx,
  order: Routed,
  { flow, project, appointed, charge, mover }: Around,
): Promise<Route> {
  const named = namedIn(flow.rules)
  // Sent together, run in this order on one connection: recent requests are summed after concurrent submissions for
  // the payee have finished.
  const [, asked, eligibleIds, ownerIds] = await Promise.all([
    looksBack(flow) ? lockPayee(tx, order.providerId) : null,
    looksBack(flow) ? recentlyRequested(tx, { ...order, days: cumulativeDays }) : null,
    named.length === 0 ? [] : eligiblePeople(tx, named, project.standing.clientId),
    charge.policy === 'requiere_aprobacion' ? budgetOwners(tx) : [],
  ])
  const { type, projectId, providerId, amount, authorIds, isCounted } = order
  const without = (userIds: readonly string[], wasHeld: boolean) =>
    mover && !wasHeld ? userIds.filter(userId => userId !== mover.userId) : userIds
  return routeUnder({
    flow,
    charge,
    authorIds,
    isCounted,
    lately: asked?.get(amount.currency) ?? 0n,
    appointed: { ...appointed, approverIds: without(appointed.approverIds, mover?.isApprover ?? true) },
    eligibleIds: without(eligibleIds, mover?.isNamed ?? true),
    ownerIds: without(ownerIds, mover?.isOwner ?? true),
    order: { type, projectId, providerId, amount },
    executorIds: appointed.executorIds,
    executorMayApprove: project.policies.executorMayApprove,
  })
}

/** Opens the route's stages and seats; a blocked order waits without any. */
export async function openRoute(
  tx: TenantTx,
  documentId: string,
  revision: number,
  route: Route,
): Promise<void> {
  if (route.blockedBy === null) await openSeats(tx, documentId, revision, stagesWithBasis(route))
}
