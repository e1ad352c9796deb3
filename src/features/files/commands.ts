import { deleteAbandoned, knownFiles } from '#features/files/store.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { FileStore } from '#server/files.ts'
import { asSystem } from '#server/tenant.ts'

const abandonedAfterMs = 24 * 3600 * 1000

/**
 * Keeps rows and blobs equal: a day after their upload, files that hang from nothing lose their row, and
 * blobs without a row (an interrupted upload, the row just deleted) lose their bytes.
 */
export async function sweepFiles(db: Db, files: FileStore): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs)
  for (const companyId of await files.companies()) {
    const old = await files.olderThan(companyId, before)
    const known = await asSystem(db, companyId, async tx => {
      await deleteAbandoned(tx, before)
      return knownFiles(tx, old)
    })
    for (const id of old) if (!known.has(id)) await files.remove(companyId, id)
  }
}
