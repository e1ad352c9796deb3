/** History of a contract, or of a cost centre, from the journal. */
import type { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Changes of the object, latest first. The caller says who may read them. */
export const readHistory = (
  tx: TenantTx,
  type: 'contract' | 'cost_centre',
  id: string,
): Promise<RecordedChangeWire[]> =>
  tx.all<RecordedChangeWire>(sql`
    select e.id, e.at, e.action, e.reason, e.before, e.after,
      nullif(trim(who.name || ' ' || who.last_name), '') as "actorName"
    from event e left join account who on who.id = e.actor_id
    where e.company_id = ${tx.companyId} and e.object_type = ${type} and e.object_id = ${id}
    order by e.number desc limit 200`)
