/** Housekeeping: seats written by earlier releases get the project of their order, which those releases did not keep. */
import { placeSeats } from '#features/approvals/store.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

/** Most seats that one transaction changes, so that it takes a second at most. */
const batch = 5000

export function placeEarlierSeats(db: Db): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    for (const company of companies)
      while ((await asSystem(db, company, tx => placeSeats(tx, batch))) === batch);
  }
}
