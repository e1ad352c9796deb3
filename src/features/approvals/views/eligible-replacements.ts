/** People who could have a seat instead of its approver, by name; for the company's administrators. */
import { mayReplace } from '#features/approvals/rules/reassignment.ts'
import { currentStages } from '#features/approvals/store.ts'
import type { listEligibleReplacements } from '#features/approvals/wire/reassignment.ts'
import { authorsOfDocument } from '#features/documents/scope.ts'
import { byAnotherHand } from '#features/projects/rules.ts'
import { eligibleForDocument } from '#features/projects/store/permitted.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { ParamsOf, ResponseOf } from '#kernel/endpoint.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Order = { author_ids: string[]; client_id: string; executor_may_approve: boolean }

export async function eligibleReplacements(
  tx: TenantTx,
  actor: Actor,
  { documentId, seatId }: ParamsOf<typeof listEligibleReplacements>,
): Promise<ResponseOf<typeof listEligibleReplacements> | null> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const [document, stages, people] = await Promise.all([
    tx.one<Order>(sql`
      select ${authorsOfDocument(part`d`)} as author_ids, p.client_id, co.executor_may_approve
      from document d join project p on p.company_id = d.company_id and p.id = d.project_id
      join company co on co.company_id = d.company_id
      where d.company_id = ${tx.companyId} and d.id = ${documentId}`),
    currentStages(tx, documentId),
    eligibleForDocument(tx, documentId),
  ])
  const stage = stages.find(({ seats }) => seats.some(({ id }) => id === seatId))
  if (!document || !stage) return null
  const place = {
    documentId,
    clientId: document.client_id,
    authorIds: document.author_ids,
    stage,
    executorMayApprove: document.executor_may_approve,
  }
  const fit = people.filter(person => mayReplace(person, place) === true)
  const others = fit.filter(({ userId }) => byAnotherHand(actor, userId) === true)
  return {
    isYours: others.length < fit.length,
    items: others.map(({ userId, name, email, role }) => ({ userId, name, email, role })),
  }
}
