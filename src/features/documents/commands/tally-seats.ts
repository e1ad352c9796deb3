/** Housekeeping: orders that are over are added to the counters of whoever has a seat in them. */
import { tallySeats, untallyReopened } from '#features/documents/store/seat-tally.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

/** Orders of one transaction, which holds them meanwhile: a tenth of a second's work. */
const batch = 500

/** Minutes after which the rest is left to the next turn, as the first time after an upgrade. */
const maxMinutes = 4

export function tallyAllSeats(
  db: Db,
  { orders = batch, minutes = maxMinutes } = {},
): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    const end = clock.now().getTime() + minutes * 60_000
    const isTime = () => clock.now().getTime() < end
    for (const company of companies) {
      while (isTime() && (await asSystem(db, company, tx => untallyReopened(tx, orders))) === orders);
      let after: string | null = ''
      while (isTime() && after !== null) after = await tallyNext(db, company, { after, most: orders })
    }
  }
}

const tallyNext = (db: Db, company: string, next: Parameters<typeof tallySeats>[1]) =>
  asSystem(db, company, tx => tallySeats(tx, next))
