import { awaitsDecision, seatsInTurn } from '#features/approvals/scope.ts'
import { mostCounted } from '#features/executions/rules/desk.ts'
import { awaitsExecution } from '#features/executions/scope.ts'
import type { DeskWire } from '#features/executions/wire/desk.ts'
import { approvedBy, executedBy } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Seats read at most: somebody may have several in one order, as for two people who are away. */
const mostSeats = 2 * mostCounted

/** Duties of the person and what waits for them, in one statement that stops counting early. */
export async function readDesk(tx: TenantTx, actor: Actor): Promise<DeskWire> {
  const found = await tx.one<DeskWire>(sql`
    select w.approvals, w.confirmations, w.approvals > 0 or exists (${approvedBy(actor)}) as approves,
      exists (${executedBy(actor)}) as executes
    from (select
      (select least(count(distinct q.id), ${mostCounted})::int from (
        select d.id from ${seatsInTurn} where ${awaitsDecision(tx, actor)} limit ${mostSeats}) q) as approvals,
      (select count(*)::int from (
        select d.id from document d where ${awaitsExecution(tx, actor)} limit ${mostCounted}) q) as confirmations) w`)
  if (!found) throw new Error('a select without a row')
  return found
}
