/** The route of an order that begins its approval, from what holds in this transaction. */
import { type Route, routeFor } from '#features/approvals/rules/route.ts'
import { budgetOwners } from '#features/approvals/store/people.ts'
import { type NewStage, openSeats } from '#features/approvals/store.ts'
import { basisWords } from '#features/approvals/text/basis.ts'
import { type Balance, exceeds, type OverrunPolicy } from '#features/contracts/rules.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { askedLately, holdAsked } from '#features/documents/store/of-contract.ts'
import { cumulativeDays, type Flow, looksBack, namedIn } from '#features/flows/rules.ts'
import { type Appointed, eligiblePeople } from '#features/projects/store/people.ts'
import type { ProjectSeen } from '#features/projects/store/standing.ts'
import { add, type Money, money } from '#kernel/money.ts'
import type { TenantTx } from '#server/tenant.ts'

export type Routed = {
  /** Null for one that is being made. */
  readonly documentId: string | null
  readonly type: DocumentType
  readonly projectId: string
  readonly providerId: string
  readonly amount: Money
  readonly authorIds: readonly string[]
  /** Whether its amount already counts as requested. */
  readonly isCounted: boolean
  /** Whether it is only looked at: nobody waits for whoever looks. */
  readonly isPreview?: boolean
}

export type Circumstances = {
  readonly flow: Flow
  readonly project: ProjectSeen
  readonly appointed: Appointed
  readonly charge: { readonly id: string; readonly policy: OverrunPolicy; readonly balance: Balance }
}

export async function planRoute(
  tx: TenantTx,
  order: Routed,
  { flow, project, appointed, charge }: Circumstances,
): Promise<Route> {
  const named = namedIn(flow.rules)
  const asksOwners = charge.policy === 'requiere_aprobacion'
  // Sent together, run in order: what was asked lately is summed after those who ask at once have finished.
  const [, lately, eligibleIds, ownerIds] = await Promise.all([
    looksBack(flow) && !order.isPreview ? holdAsked(tx, charge.id, order.providerId) : null,
    looksBack(flow) ? askedLately(tx, { ...order, contractId: charge.id, days: cumulativeDays }) : 0n,
    named.length === 0 ? [] : eligiblePeople(tx, named, project.standing.clientId),
    asksOwners ? budgetOwners(tx) : null,
  ])
  const { type, projectId, providerId, amount } = order
  return routeFor({
    flow,
    subject: {
      ...{ type, projectId, providerId, amount, contractId: charge.id },
      cumulative: add(amount, money(lately, amount.currency)),
      exceeds: exceeds(charge.balance, order.isCounted ? money(0n, amount.currency) : amount),
    },
    projectApproverIds: appointed.approverIds.filter(id => appointed.named.approverIds.includes(id)),
    approverIds: appointed.approverIds,
    eligibleIds,
    budgetOwnerIds: ownerIds,
    authorIds: order.authorIds,
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
  if (route.blockedBy === null) await openSeats(tx, documentId, revision, writtenStages(route))
}

export const writtenStages = (route: Route): NewStage[] =>
  route.stages.map((stage, index) => ({ ...stage, stage: index + 1, basis: basisWords(stage, route) }))
