import { firstIdSince } from '#server/database/instant-id.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Days for which a notice is kept, read or not: what it tells stands in the journal. */
const noticeDays = 400
const dayMs = 24 * 3600_000

/** Deletes notices that were kept long enough, a batch of them, the oldest first. Returns their number. */
export function deleteOldNotices(tx: TenantTx, most: number): Promise<number> {
  const end = firstIdSince(part`${new Date(tx.now.getTime() - noticeDays * dayMs)}::timestamptz`)
  return tx.run(sql`
    delete from notice where company_id = ${tx.companyId} and id in (
      select id from notice where company_id = ${tx.companyId} and id < ${end} order by id limit ${most})`)
}
