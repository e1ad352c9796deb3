/** Notices that were kept long enough. */
import { deleteOldNotices } from '#features/notices/store/old-notices.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

const batchSize = 5000

/** Deletes the notices of these companies that are older than they are kept. */
export async function sweepNotices(db: Db, companies: readonly string[]): Promise<void> {
  for (const company of companies)
    while ((await asSystem(db, company, tx => deleteOldNotices(tx, batchSize))) === batchSize);
}
