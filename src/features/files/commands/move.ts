/**
 * Files moved from one store to another, while the program runs or not. What is there already is left as it is, so that a
 * move that was interrupted is asked again; each file counts once its digest has been read in its new place.
 */
import { filesAfter, idsWithRow } from '#features/files/store.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Blobs } from '#server/files/blobs.ts'
import { type Carried, carryFile } from '#server/files/carry-file.ts'

type Move = {
  readonly from: Blobs
  readonly to: Blobs
  /** True: a file leaves its old place once it is whole in the new one. */
  readonly deletes: boolean
}

export type Moved = {
  copied: number
  /** Files that were there already, whole. */
  there: number
  deleted: number
  /** Ids of files that neither store has as they were uploaded. */
  lost: string[]
}

const pageSize = 500

export async function moveFiles(db: Db, companies: readonly string[], move: Move): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, deleted: 0, lost: [] }
  for (const companyId of companies) await moveCompany(db, companyId, move, moved)
  return moved
}

async function moveCompany(db: Db, companyId: string, move: Move, moved: Moved): Promise<void> {
  let after: string | null = null
  for (;;) {
    const last: string | null = after
    const rows: Carried[] = await asSystem(db, companyId, tx => filesAfter(tx, last, pageSize))
    const lost: string[] = []
    for (const row of rows) {
      const outcome = await carryFile(companyId, row, move)
      if (outcome === 'lost') {
        lost.push(row.id)
        continue
      }
      moved[outcome] += 1
      if (!move.deletes) continue
      await move.from.remove(companyId, row.id)
      moved.deleted += 1
    }
    // One that was swept meanwhile is no loss.
    const named = await asSystem(db, companyId, tx => idsWithRow(tx, lost))
    moved.lost.push(...lost.filter(id => named.has(id)))
    after = rows.at(-1)?.id ?? null
    if (after === null) return
  }
}
