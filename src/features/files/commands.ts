import { deleteAbandoned, knownFiles } from '#features/files/store.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Kept } from '#server/files/blob-folder.ts'

const abandonedAfterMs = 24 * 3600 * 1000

/**
 * Keeps rows and blobs equal: a day after their upload, files that hang from nothing lose their row, and
 * what is kept without a row (an interrupted upload, the row just deleted, its picture) loses its bytes.
 */
export async function sweepFiles(db: Db, places: readonly Kept[]): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs)
  for (const place of places) {
    for (const companyId of await place.companies()) {
      const old = await place.olderThan(companyId, before)
      const known = await asSystem(db, companyId, async tx => {
        await deleteAbandoned(tx, before)
        return knownFiles(tx, old)
      })
      for (const id of old) if (!known.has(id)) await place.remove(companyId, id)
    }
  }
}
