/** Orders that a person may execute, in SQL: `executionAbilities` of the rules. Each fragment names the aliases it expects. */
import { decidersOfDocument, forcersOfDocument } from '#features/approvals/scope.ts'
import { forSubstitute, letsExecute, projectsToExecute, today } from '#features/delegations/scope.ts'
import { authorsOfDocument } from '#features/documents/scope.ts'
import { letsHandle, ordersOfBatch } from '#features/executions/scope/release.ts'
import { executedBy } from '#features/projects/scope.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** True when the order `d` is approved, and the person executes in its project, in their own place or somebody's. */
export const isApprovedInReach = (tx: TenantTx, actor: Actor): Part => part`
  d.company_id = ${tx.companyId} and d.state = 'approved'
  and d.project_id = any (array(${projectsToExecute(tx, actor)}))`

/**
 * True when the approved order `d` waits for the person to execute it, in their own place or somebody's. What is asked of
 * the person stands first and by itself, so that PostgreSQL finds the orders by it.
 */
export const awaitsExecution = (tx: TenantTx, actor: Actor): Part =>
  part`${isApprovedInReach(tx, actor)} and ${mayExecute(tx, actor)}`

/** True when the person may execute the order `d` of `isApprovedInReach`, in their own place or somebody's. */
export const mayExecute = (tx: TenantTx, actor: Actor): Part => part`
  ${isApart(part`${actor.userId}::uuid`)}
  and (d.project_id = any (array(${executedBy(actor)})) ${forSubstitute(actor, part`or ${executesForAnother(tx, actor)}`)})`

/** True when a person who has no part in the order `d` either lets the person execute it in their place. */
const executesForAnother = (tx: TenantTx, actor: Actor): Part => part`exists (select from delegation g
  where g.company_id = d.company_id and g.to_user = ${actor.userId} and ${letsExecute(today(tx, actor.zone), part`d`)}
    and ${isApart(part`g.from_user`)})`

/** Predicate: the person has no part in the order `d` that would keep them from executing it. */
export const isApart = (userId: Part): Part => part`(${userId} <> all (${authorsOfDocument(part`d`)})
  and ${userId} <> all (${forcersOfDocument(part`d`)})
  and (${userId} <> all (${decidersOfDocument(part`d`)}) or ${approversMayExecute}))`

const approversMayExecute = part`(select co.executor_may_approve from company co where co.company_id = d.company_id)`

/** Predicate: the person executes, in their own place, in the project of every order of the batch `b`. */
export const executesAllAlone = (actor: Actor): Part => part`not exists (select from ${ordersOfBatch} bo
  join document bd on bd.company_id = bo.company_id and bd.id = bo.document_id
  where bd.project_id <> all (array(${executedBy(actor)})))`

/** Predicate: the person executes every order of the batch `b`, in their own place or also in that of one other person. */
export const executesAll = (tx: TenantTx, actor: Actor): Part => part`(${executesAllAlone(actor)}
  ${forSubstitute(
    actor,
    part`or exists (select from delegation g where g.company_id = b.company_id and g.to_user = ${actor.userId}
    and ${letsHandle(today(tx, actor.zone))})`,
  )})`

/** Predicate: the person sees the batch `b`. */
export const batchVisibleTo = (tx: TenantTx, actor: Actor): Part =>
  readsWholeCompany(actor.role) ? part`true` : executesAll(tx, actor)

/**
 * Predicate: the bank may have the payment `o` from the file of the batch `b`, which was cancelled after somebody had
 * downloaded it. What the bank gave back since is paid anew.
 */
export const mayBeAtBank = part`b.cancelled_at is not null and b.downloaded_at is not null
  and not exists (select from payment_batch_order g
    join payment_batch h on h.company_id = g.company_id and h.id = g.batch_id
    where g.company_id = o.company_id and g.document_id = o.document_id and g.payment = o.payment
      and h.cancelled_at is null and g.released_at > o.released_at)
  and not exists (select from execution e where e.company_id = o.company_id
    and e.document_id = o.document_id and e.payment = o.payment and e.returned_at > o.released_at)`
