/** People who could be added to an order as one more approver, by name; for whoever can decide it now. */

import { mayAddApprover, mayBeAdded, mayPlace } from '#features/approvals/rules/added.ts'
import { toDecisionFacts } from '#features/approvals/rules/decision-facts.ts'
import { currentStages } from '#features/approvals/store.ts'
import { addingAbility } from '#features/approvals/text/added.ts'
import type { listApproverCandidates } from '#features/approvals/wire/added.ts'
import { covering } from '#features/delegations/rules.ts'
import { findMandates } from '#features/delegations/store.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { authorsOfDocument, documentVisibleTo } from '#features/documents/scope.ts'
import { eligibleForDocument } from '#features/projects/store/permitted.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Order = {
  state: DocumentState
  client_id: string
  amount_minor: bigint
  currency: string
  author_ids: string[]
}

/** Null unless the person sees the order; forbidden unless they could add somebody. */
export async function approverCandidates(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ResponseOf<typeof listApproverCandidates> | null> {
  const [order, project, stages, mandates, people] = await Promise.all([
    tx.one<Order>(sql`
      select d.state, d.client_id, d.amount_minor, d.currency, ${authorsOfDocument(part`d`)} as author_ids
      from document d
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`),
    projectOfDocument(tx, actor, documentId),
    currentStages(tx, documentId),
    findMandates(tx, actor, documentId),
    eligibleForDocument(tx, documentId),
  ])
  if (!order || !project) return null
  const { client_id: clientId, author_ids: authorIds, state } = order
  const charged = { clientId, amount: money(order.amount_minor, currencyFrom(order.currency)) }
  const standsInFor = covering(actor, mandates, charged, 'approve')
  const facts = toDecisionFacts(actor, { state, authorIds }, project, stages, standsInFor)
  if (mayAddApprover(actor, facts) !== true) throw commonProblem('forbidden')
  const fit = people.filter(person => mayBeAdded(actor, person, { ...facts, clientId }) === true)
  return {
    items: fit.map(({ userId, name, email, role }) => ({ userId, name, email, role })),
    can: { before: addingAbility(mayPlace(stages, 'before')) },
  }
}
