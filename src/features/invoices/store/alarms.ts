/** Alarms that were explained when an order was sent, by what they say. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function explainedAlarms(tx: TenantTx, documentId: string): Promise<ReadonlySet<string>> {
  const found = await tx.all<{ alarms: string[] }>(sql`
    select e.after -> 'alarms' as alarms from event e
    where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${documentId}
      and e.action = 'invoice.alarm_explained'`)
  return new Set(found.flatMap(({ alarms }) => alarms))
}
