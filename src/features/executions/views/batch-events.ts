/** History of a batch: its own events, and those of its payments that came back. */
import type { BatchWire } from '#features/executions/wire/batches.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type BatchEvent = BatchWire['events'][number]

/**
 * Events, oldest first. A payment leaves its batch in the transaction that writes why, so both bear one instant; those that
 * leave a batch because it was cancelled are told by its cancellation alone.
 */
export const findBatchEvents = (tx: TenantTx, batchId: string): Promise<BatchEvent[]> =>
  tx.all<BatchEvent>(sql`
    select e.action, e."documentId", nullif(trim(who.name || ' ' || who.last_name), '') as "byName",
      trim(v.name || ' ' || v.last_name) as "forName", e.at, e.reason
    from (
      select id, number, action, actor_id, on_behalf_of, at, reason, null::text as "documentId" from event
      where company_id = ${tx.companyId} and object_type = 'payment_batch' and object_id = ${batchId}
      union all
      select x.id, x.number, x.action, x.actor_id, x.on_behalf_of, x.at, x.reason, x.object_id
      from payment_batch_order o
      join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id
      join event x on x.company_id = o.company_id and x.object_type = 'document' and x.object_id = o.document_id
        and x.at = o.released_at and x.action in ('execution.payment_returned', 'execution.unbatched')
      where o.company_id = ${tx.companyId} and o.batch_id = ${batchId} and b.cancelled_at is null
    ) e
    left join account who on who.id = e.actor_id left join account v on v.id = e.on_behalf_of
    order by e.number`)
