/** Orders that a person may execute, in SQL: `executionAbilities` of the rules. Each fragment names the aliases it expects. */
import { decidersOfDocument } from '#features/approvals/scope.ts'
import { executedFor, letsExecute, today } from '#features/delegations/scope.ts'
import { isAuthor } from '#features/documents/scope.ts'
import { letsHandle } from '#features/executions/scope/release.ts'
import { executedBy } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** True when the approved order `d` waits for the person to execute it, in their own place or somebody's. */
export const awaitsExecution = (tx: TenantTx, actor: Actor): Part => part`
  d.company_id = ${tx.companyId} and d.state = 'approved' and (
    d.project_id = any (array(${executedBy(actor)})) and ${areApart(part`array[${actor.userId}::uuid]`)}
    or d.project_id = any (array(${executedFor(tx, actor)})) and exists (select from delegation g
      where g.company_id = d.company_id and g.to_user = ${actor.userId} and ${letsExecute(today(tx, actor.zone), part`d`)}
        and ${areApart(part`array[g.to_user, g.from_user]`)}))`

/** True when none of these people has asked for the order `d`, or decided on it where that keeps from executing. */
const areApart = (userIds: Part): Part => part`(not ${isAuthor(part`any (${userIds})`, part`d`)}
  and (not ${userIds} && ${decidersOfDocument(part`d`)} or (select co.executor_may_approve from company co
    where co.company_id = d.company_id)))`

/** Predicate: the person executes, in their own place, in the project of every order of the batch `b`. */
export const executesAllAlone = (actor: Actor): Part => part`not exists (select from payment_batch_order bo
  join document bd on bd.company_id = bo.company_id and bd.id = bo.document_id
  where bo.company_id = b.company_id and bo.batch_id = b.id and bd.project_id <> all (array(${executedBy(actor)})))`

/** Predicate: the person executes every order of the batch `b`, in their own place or also in that of one other person. */
export const executesAll = (tx: TenantTx, actor: Actor): Part => part`(${executesAllAlone(actor)}
  or exists (select from delegation g where g.company_id = b.company_id and g.to_user = ${actor.userId}
    and ${letsHandle(today(tx, actor.zone))}))`

/** Predicate: the person sees the batch `b`. */
export const batchVisibleTo = (tx: TenantTx, actor: Actor): Part =>
  actor.role === 'admin' ? part`true` : executesAll(tx, actor)
