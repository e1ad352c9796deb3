/** Route of an order that begins its approval, from the facts of this transaction. */
import { type Route, type RouteInputs, routeFromInputs } from '#features/approvals/rules/route.ts'
import { budgetOwners } from '#features/approvals/store/people.ts'
import { insertStagesAndSeats, type Revision } from '#features/approvals/store.ts'
import { stagesWithBasis } from '#features/approvals/text/basis.ts'
import { requestAsksOwners } from '#features/cost-centres/rules/year.ts'
import { readChargedCentre } from '#features/cost-centres/store.ts'
import { lockPayee, recentlyRequested } from '#features/documents/store/payees.ts'
import { noRates } from '#features/exchange-rates/rules.ts'
import { ratesAt } from '#features/exchange-rates/store.ts'
import { cumulativeDays, hasCumulativeRule, namedIn, needsRates } from '#features/flows/rules.ts'
import { type Appointed, eligiblePeople } from '#features/projects/store/people.ts'
import type { ProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Instant } from '#kernel/day.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** An order as its route needs it, whether it is written already or about to be. */
export type OrderToRoute = RouteInputs['order'] & {
  /** Null for an order that is being created. */
  readonly documentId: string | null
  readonly authorIds: readonly string[]
  /** True when the contract's balance already counts the order's amount as requested. */
  readonly isCounted: boolean
  /** When it was sent, or is: the rates of that day hold for it. */
  readonly sentAt: Instant | Date
  /** Year in which it is charged to its cost centre; null for an order without one. */
  readonly costCentreYear: number | null
}

/** Surroundings of the order: the flow, the contract that it is charged to, the project and its people. */
type RouteContext = Pick<RouteInputs, 'flow' | 'contract'> & {
  readonly project: ProjectWithStanding
  readonly appointed: Appointed
  readonly mover?: Mover
}

/**
 * Person whose action sets a blocked order moving again, and the duties they held when it was sent. Whoever appoints
 * themself afterwards and then moves the order gets no seat in it: nobody obtains a decision by their own action.
 */
export type Mover = {
  readonly userId: string
  readonly wasApprover: boolean
  readonly wasBudgetOwner: boolean
  /** True when the flow that the order was sent under asks them for an approval. */
  readonly wasNamed: boolean
}

/**
 * Plans a route and writes nothing. Where the flow sums earlier requests, it locks the payee until the transaction
 * ends. Refused when a rate is missing that the flow needs.
 */
export async function computeRoute(
  tx: TenantTx,
  order: OrderToRoute,
  { flow, project, appointed, contract, mover }: RouteContext,
): Promise<Route | Refusal<'rate_missing'>> {
  const named = namedIn(flow.rules)
  const isCumulative = hasCumulativeRule(flow)
  // Recent requests are summed after concurrent submissions for the payee have finished.
  if (isCumulative) await lockPayee(tx, order.providerId)
  const [requested, eligibleIds, ownerIds, rates, exceedsCentre] = await Promise.all([
    isCumulative ? recentlyRequested(tx, { ...order, days: cumulativeDays }) : [],
    named.length === 0 ? [] : eligiblePeople(tx, named, project.standing.clientId),
    contract.policy === 'requiere_aprobacion' ? budgetOwners(tx) : [],
    needsRates(flow, order.amount.currency) ? ratesAt(tx, order.sentAt) : noRates(order.amount.currency),
    contract.policy === 'requiere_aprobacion' && isCentreExceeded(tx, order),
  ])
  const { type, clientId, projectId, providerId, taxCategories, costCentreId, amount, charge } = order
  const { authorIds, isCounted } = order
  // A seat that the mover could only have by a duty acquired since then is not offered to them.
  const dropMoverUnless = (userIds: readonly string[], wasHeld: boolean) =>
    mover && !wasHeld ? userIds.filter(userId => userId !== mover.userId) : userIds
  return routeFromInputs({
    flow,
    contract,
    authorIds,
    isCounted,
    recentlyRequested: requested,
    rates,
    appointed: {
      ...appointed,
      approverIds: dropMoverUnless(appointed.approverIds, mover?.wasApprover ?? true),
    },
    eligibleIds: dropMoverUnless(eligibleIds, mover?.wasNamed ?? true),
    ownerIds: dropMoverUnless(ownerIds, mover?.wasBudgetOwner ?? true),
    order: { type, clientId, projectId, providerId, taxCategories, costCentreId, amount, charge },
    executorIds: appointed.executorIds,
    exceedsCentre,
    // Of a deputy, too, that was named since.
    barredDeputyId: mover && !mover.wasNamed ? mover.userId : null,
    executorMayApprove: project.policies.executorMayApprove,
  })
}

/** True when the order needs a budget owner for its cost centre, too. */
async function isCentreExceeded(tx: TenantTx, order: OrderToRoute): Promise<boolean> {
  const { costCentreId: id, costCentreYear: year, charge, isCounted } = order
  const centre = id === null || year === null ? null : await readChargedCentre(tx, { id, year })
  return centre !== null && requestAsksOwners(centre, charge, isCounted)
}

/** Opens the route's stages and seats; a blocked order waits without any. */
export async function openRoute(tx: TenantTx, revision: Revision, route: Route): Promise<void> {
  if (route.blockedBy === null) await insertStagesAndSeats(tx, revision, stagesWithBasis(route))
}
