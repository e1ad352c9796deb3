/** Housekeeping: the seats of earlier releases learn the project of their order. */
import { placeSeats } from '#features/approvals/store.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

/** Seats of one transaction: a second's work at most. */
const batch = 5000

export function placeEarlierSeats(db: Db): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    for (const company of companies)
      while ((await asSystem(db, company, tx => placeSeats(tx, batch))) === batch);
  }
}
