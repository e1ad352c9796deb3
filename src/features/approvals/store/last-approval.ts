/** Last approval of an order, as the journal has it: the one that can be taken back. */
import type { LastApproval } from '#features/approvals/rules/undo.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type LastApprovalRow = { seat_id: string | null; decider_id: string; at: string; is_acted_on: boolean }

/** Facts after which an approval is final, and the one that ends it. A credit note of the order makes it final too. */
const final = [
  'execution.confirmed',
  'execution.rejected',
  'execution.retried',
  'execution.batched',
  'execution.unbatched',
  'document.delivered',
  'document.cancelled',
  'approval.taken_back',
]

/**
 * The approval that completed the approval of the order `d`, as JSON; null when it is not approved. Before and after are
 * told by the journal's numbers.
 */
export const lastApprovalAsJson = part`(
  select json_build_object('seat_id', e.after ->> 'seatId', 'decider_id', e.actor_id, 'at', e.at, 'is_acted_on', exists (
    select from event l where l.company_id = e.company_id and l.object_type = 'document' and l.object_id = e.object_id
      and l.number > e.number and l.action = any (${final}::text[]))
    or exists (select from document n where n.company_id = d.company_id and n.credited_id = d.id))
  from event e where d.state = 'approved' and e.company_id = d.company_id and e.object_type = 'document'
    and e.object_id = d.id and e.action = 'approval.decided' and e.after ->> 'state' = 'approved'
    and (e.after ->> 'revision')::int = d.revision
  order by e.number desc limit 1)`

export const lastApprovalFrom = (row: LastApprovalRow | null): LastApproval | null =>
  row && {
    seatId: row.seat_id,
    deciderId: row.decider_id,
    at: new Date(row.at),
    isActedOn: row.is_acted_on,
  }

/** Last approval of an order whose row is locked; null when the order is not approved. */
export async function lastApproval(tx: TenantTx, documentId: string): Promise<LastApproval | null> {
  const found = await tx.one<{ last: LastApprovalRow | null }>(sql`
    select ${lastApprovalAsJson} as last from document d
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  return lastApprovalFrom(found?.last ?? null)
}
