/** Orders that a person may execute, in SQL: `executionAbilities` of the rules. Each fragment names the aliases it expects. */
import { decidersOfDocument } from '#features/approvals/scope.ts'
import { authorsOfDocument } from '#features/documents/scope.ts'
import { executedBy } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** True when the approved order `d` waits for the person to execute it. */
export const awaitsExecution = (tx: TenantTx, actor: Actor): Part => part`
  d.company_id = ${tx.companyId} and d.state = 'approved' and d.project_id = any (array(${executedBy(actor)}))
  and ${actor.userId} <> all (${authorsOfDocument(part`d`)})
  and (${actor.userId} <> all (${decidersOfDocument(part`d`)}) or (select co.executor_may_approve from company co
    where co.company_id = d.company_id))`

/** Predicate: the person executes in the project of every order of the batch `b`. */
export const executesAll = (actor: Actor): Part => part`not exists (select from payment_batch_order bo
  join document bd on bd.company_id = bo.company_id and bd.id = bo.document_id
  where bo.company_id = b.company_id and bo.batch_id = b.id and bd.project_id <> all (array(${executedBy(actor)})))`

/** Predicate: the person sees the batch `b`. */
export const batchVisibleTo = (actor: Actor): Part =>
  actor.role === 'admin' ? part`true` : executesAll(actor)
