/** Desk of a person: their duties, and how many orders and batches wait for them. */
import { awaitsDecision } from '#features/approvals/scope.ts'
import { projectsToExecute, today } from '#features/delegations/scope.ts'
import { maxCounted } from '#features/executions/rules/desk.ts'
import { awaitsRelease, isSecondHand } from '#features/executions/scope/release.ts'
import { awaitsExecution } from '#features/executions/scope.ts'
import type { DeskWire } from '#features/executions/wire/desk.ts'
import { approvedBy } from '#features/projects/scope.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Seats read at most: somebody may have several in one order, as for two people who are away. */
const maxSeats = 2 * maxCounted

/** Open seats as an index holds them: one that nobody has is found without reading those of others. */
const openSeats = (tx: TenantTx) => part`select a.* from approval a
  where a.company_id = ${tx.companyId} and a.status = 'pending' order by a.approver_id, a.id`

/**
 * Order `d` of the seat `a`, when it is the seat's turn: looked up seat by seat, because a join would read every order in
 * approval before the first is counted.
 */
const orderInTurn = part`cross join lateral (
  select d.* from document d
  join approval_stage s on s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision
    and s.stage = a.stage and s.turn = d.turn
  where d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision and d.state = 'in_approval'
  offset 0) d`

/** Approved orders as an index holds them, so that only those that are counted are judged. */
const approvedOrders = (tx: TenantTx) => part`select d.* from document d
  where d.company_id = ${tx.companyId} and d.state = 'approved' order by d.number desc offset 0`

/** Predicate: the person receives invoices, for the company or for their client. */
function receives({ role, companyId, userId }: Actor): Part {
  if (role !== 'client_user') return part`${readsWholeCompany(role) || role === 'client'}::boolean`
  return part`exists (select from member_permission x
    where x.company_id = ${companyId} and x.user_id = ${userId} and x.permission in ('edit', 'all'))`
}

/** Batches that wait for the person to release them. */
const batchesToRelease = (tx: TenantTx, actor: Actor) => part`select b.id from payment_batch b
  join company co on co.company_id = b.company_id
  where b.company_id = ${tx.companyId} and ${awaitsRelease}
    and b.pay_on >= ${dayFromInstant(tx.now, actor.zone)}::date and ${isSecondHand(today(tx, actor.zone), part`${actor.userId}::uuid`)}`

/** Duties of the person and what waits for them, in one statement that stops counting early. */
export async function readDesk(tx: TenantTx, actor: Actor): Promise<DeskWire> {
  const found = await tx.one<DeskWire>(sql`
    select counted.*, counted.approvals > 0 or exists (${approvedBy(actor)}) as approves, ${receives(actor)} as receives
    from (select duty.executes, (
        select least(count(distinct seat.document_id), ${maxCounted})::int from (
          select a.document_id from (${openSeats(tx)}) a ${orderInTurn}
          where ${awaitsDecision(tx, actor)} limit ${maxSeats}) seat) as approvals,
      case when duty.executes then (
        select count(*)::int from (
          select d.id from (${approvedOrders(tx)}) d where ${awaitsExecution(tx, actor)} limit ${maxCounted}) x)
        else 0 end as confirmations,
      case when duty.executes then (
        select count(*)::int from (${batchesToRelease(tx, actor)} limit ${maxCounted}) x) else 0 end as releases
      from (select exists (${projectsToExecute(tx, actor)}) as executes offset 0) duty offset 0) counted`)
  if (!found) throw new Error('a select without a row')
  return found
}
