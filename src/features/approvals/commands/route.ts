/** The route of an order that begins its approval, from what holds in this transaction. */
import { type Circumstances, type Route, routeUnder } from '#features/approvals/rules/route.ts'
import { budgetOwners } from '#features/approvals/store/people.ts'
import { openSeats } from '#features/approvals/store.ts'
import { saidStages } from '#features/approvals/text/basis.ts'
import { askedLately, holdAsked } from '#features/documents/store/of-contract.ts'
import { cumulativeDays, looksBack, namedIn } from '#features/flows/rules.ts'
import { type Appointed, eligiblePeople } from '#features/projects/store/people.ts'
import type { ProjectSeen } from '#features/projects/store/standing.ts'
import type { TenantTx } from '#server/tenant.ts'

export type Routed = Circumstances['order'] & {
  /** Null for one that is being made. */
  readonly documentId: string | null
  readonly authorIds: readonly string[]
  readonly isCounted: boolean
}

type Around = Pick<Circumstances, 'flow' | 'charge'> & {
  readonly project: ProjectSeen
  readonly appointed: Appointed
}

export async function planRoute(
  tx: TenantTx,
  order: Routed,
  { flow, project, appointed, charge }: Around,
): Promise<Route> {
  const named = namedIn(flow.rules)
  // Sent together, run in order: what was asked lately is summed after those who ask at once have finished.
  const [, lately, eligibleIds, ownerIds] = await Promise.all([
    looksBack(flow) ? holdAsked(tx, charge.id, order.providerId) : null,
    looksBack(flow) ? askedLately(tx, { ...order, contractId: charge.id, days: cumulativeDays }) : 0n,
    named.length === 0 ? [] : eligiblePeople(tx, named, project.standing.clientId),
    charge.policy === 'requiere_aprobacion' ? budgetOwners(tx) : [],
  ])
  const { type, projectId, providerId, amount, authorIds, isCounted } = order
  return routeUnder({
    ...{ flow, charge, appointed, lately, eligibleIds, ownerIds, authorIds, isCounted },
    order: { type, projectId, providerId, amount },
    executorIds: appointed.executorIds,
    executorMayApprove: project.policies.executorMayApprove,
  })
}

/** Opens what the route asks for; a blocked order waits without anybody sitting in it. */
export async function openRoute(
  tx: TenantTx,
  documentId: string,
  revision: number,
  route: Route,
): Promise<void> {
  if (route.blockedBy === null) await openSeats(tx, documentId, revision, saidStages(route))
}
