/** Desk of a person: their duties, and how many orders wait for them. */
import { awaitsDecision } from '#features/approvals/scope.ts'
import { mostCounted } from '#features/executions/rules/desk.ts'
import { awaitsExecution } from '#features/executions/scope.ts'
import type { DeskWire } from '#features/executions/wire/desk.ts'
import { approvedBy, executedBy } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Seats read at most: somebody may have several in one order, as for two people who are away. */
const mostSeats = 2 * mostCounted

/** Open seats as an index holds them: one that nobody has is found without reading those of others. */
const openSeats = (tx: TenantTx) => part`select o.* from approval o
  where o.company_id = ${tx.companyId} and o.status = 'pending' order by o.approver_id, o.id`

/**
 * Order `d` of the seat `a`, when it is the seat's turn: looked up seat by seat, because a join would read every order in
 * approval before the first is counted.
 */
const orderInTurn = part`cross join lateral (
  select o.* from document o
  join approval_stage s on s.company_id = o.company_id and s.document_id = o.id and s.revision = o.revision
    and s.stage = a.stage and s.turn = o.turn
  where o.company_id = a.company_id and o.id = a.document_id and o.revision = a.revision and o.state = 'in_approval'
  offset 0) d`

/** Approved orders as an index holds them, so that only those that are counted are judged. */
const approvedOrders = (tx: TenantTx) => part`select o.* from document o
  where o.company_id = ${tx.companyId} and o.state = 'approved' order by o.number desc offset 0`

/** Duties of the person and what waits for them, in one statement that stops counting early. */
export async function readDesk(tx: TenantTx, actor: Actor): Promise<DeskWire> {
  const found = await tx.one<DeskWire>(sql`
    select w.approvals, w.confirmations, w.approvals > 0 or exists (${approvedBy(actor)}) as approves, w.executes
    from (select e.executes, (
      select least(count(distinct q.id), ${mostCounted})::int from (
        select d.id from (${openSeats(tx)}) a ${orderInTurn} where ${awaitsDecision(tx, actor)} limit ${mostSeats}) q) as approvals,
      case when e.executes then (
        select count(*)::int from (
          select d.id from (${approvedOrders(tx)}) d where ${awaitsExecution(tx, actor)} limit ${mostCounted}) q)
      else 0 end as confirmations
      from (select exists (${executedBy(actor)}) as executes offset 0) e offset 0) w`)
  if (!found) throw new Error('a select without a row')
  return found
}
