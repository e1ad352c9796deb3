/** Files beside their upload: those never attached are swept, and those a scanner refused recorded. */
import { fileFact } from '#features/files/facts.ts'
import { deleteAbandoned, idsWithRow } from '#features/files/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Kept } from '#server/files/blobs.ts'

const abandonedAfterMs = 24 * 3600 * 1000

/**
 * Keeps rows and blobs consistent: a day after their upload, unattached files lose their row, and blobs without
 * a row (of an interrupted upload or a row just deleted, or its picture) are deleted.
 */
export async function sweepFiles(db: Db, places: readonly Kept[]): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs)
  for (const place of places) {
    for (const companyId of await place.companies()) {
      const oldBlobs = await place.olderThan(companyId, before)
      const withRow = await asSystem(db, companyId, async tx => {
        await deleteAbandoned(tx, before)
        return idsWithRow(tx, oldBlobs)
      })
      for (const id of oldBlobs) if (!withRow.has(id)) await place.remove(companyId, id)
    }
  }
}

/** Records in the journal that a file was sent and not kept. `found`: the scanner's name of what is in it. */
export async function recordInfected(
  tx: TenantTx,
  actor: Actor | null,
  { id, name, found }: { readonly id: string; readonly name: string; readonly found: string },
): Promise<void> {
  await record(tx, actor, fileFact('file.refused', id, { after: { name, found } }))
}
