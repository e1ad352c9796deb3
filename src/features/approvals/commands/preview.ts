/** What sending an order would bring about: the same plan, and nothing of it is kept. */
import { contractOf } from '#features/approvals/commands/order.ts'
import { planRoute, writtenStages } from '#features/approvals/commands/route.ts'
import type { Route } from '#features/approvals/rules/route.ts'
import { approvalWords } from '#features/approvals/text.ts'
import type { previewRoute } from '#features/approvals/wire/route.ts'
import { exceeds } from '#features/contracts/rules.ts'
import { readCharge } from '#features/contracts/store.ts'
import { balanceToWire } from '#features/contracts/wire.ts'
import { authorsOf } from '#features/documents/store.ts'
import { currentFlow } from '#features/flows/store.ts'
import { mayOrder, sees } from '#features/projects/rules.ts'
import { appointedIn, namesOf } from '#features/projects/store/people.ts'
import { projectSeen } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import type { TenantTx } from '#server/tenant.ts'

/** For whoever could send it; a provider is not told who approves. */
export async function preview(
  tx: TenantTx,
  actor: Actor,
  asked: QueryOf<typeof previewRoute>,
): Promise<ResponseOf<typeof previewRoute> | null> {
  const [project, appointed, flow, contractId, earlier] = await Promise.all([
    projectSeen(tx, actor, asked.projectId),
    appointedIn(tx, asked.projectId),
    currentFlow(tx),
    contractOf(tx, asked),
    asked.documentId ? authorsOf(tx, asked.projectId, asked.documentId) : [],
  ])
  if (!project || actor.providerId !== null || !sees(actor, project.standing)) return null
  if (mayOrder(actor, project.standing, { type: asked.type, providerId: asked.providerId ?? '' }) !== true)
    return null
  const charge = contractId === null ? null : await readCharge(tx, contractId)
  if (!charge) return null
  const amount = money(BigInt(asked.amountMinor ?? '0'), charge.balance.total.currency)
  const route = await planRoute(
    tx,
    {
      ...{ documentId: asked.documentId ?? null, type: asked.type, projectId: asked.projectId, amount },
      ...{ providerId: asked.providerId ?? '', authorIds: [actor.userId, ...earlier] },
      ...{ isCounted: false, isPreview: true },
    },
    { flow, project, appointed, charge },
  )
  return {
    ...(await named(tx, route)),
    contractId: charge.id,
    balance: balanceToWire(charge.balance),
    exceeds: exceeds(charge.balance, amount),
  }
}

async function named(tx: TenantTx, route: Route) {
  const ids = [...route.stages.flatMap(stage => stage.approverIds), ...route.excluded.map(one => one.userId)]
  const names = await namesOf(tx, [...new Set(ids)])
  const person = (userId: string) => ({ userId, name: names.get(userId) ?? '' })
  return {
    flowVersion: route.flowVersion,
    rule: route.rule?.name ?? null,
    stages: writtenStages(route).map(({ approverIds, stage: _, ...stage }) => ({
      ...stage,
      people: approverIds.map(person),
    })),
    excluded: route.excluded.map(({ userId, because }) => ({
      ...person(userId),
      text: approvalWords({ refused: because }),
    })),
    blockedBy: route.blockedBy,
  }
}
