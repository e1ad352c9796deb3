/** Deliveries that were kept long enough. */
import { deleteOldDeliveries } from '#features/webhooks/store/deliveries.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

const batchSize = 5000

/** Deletes the deliveries of these companies that are older than they are kept. */
export async function sweepDeliveries(db: Db, companies: readonly string[]): Promise<void> {
  for (const company of companies)
    while ((await asSystem(db, company, tx => deleteOldDeliveries(tx, batchSize))) === batchSize);
}
