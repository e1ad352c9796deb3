/**
 * Files moved from one store to another, while the program runs or not. What is there already is left as it is, so that a
 * move that was interrupted is asked again; each file counts once its digest has been read in its new place.
 */
import { createWriteStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { filesAfter, idsWithRow } from '#features/files/store.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import { type Blobs, BlobsAway } from '#server/files/blobs.ts'
import { isAsUploaded, type Uploaded } from '#server/files/file-store.ts'

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

type FileRow = Uploaded & { readonly id: string }

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
    const rows: FileRow[] = await asSystem(db, companyId, tx => filesAfter(tx, last, pageSize))
    const lost: string[] = []
    for (const row of rows) {
      const outcome = await moveOne(companyId, row, move)
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

async function moveOne(
  companyId: string,
  row: FileRow,
  { from, to }: Move,
): Promise<'there' | 'copied' | 'lost'> {
  if (await openWhole(to, companyId, row, async () => true)) return 'there'
  const isCopied = await openWhole(from, companyId, row, source =>
    to.place(companyId, row.id, async path => {
      const copy = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(source.createReadStream({ start: 0, autoClose: false }), copy)
      return true
    }),
  )
  if (!isCopied) return 'lost'
  if (!(await openWhole(to, companyId, row, async () => true)))
    throw new BlobsAway(`the file ${row.id} was written and is not there as it was uploaded`)
  return 'copied'
}

/** Uses a file that is there as it was uploaded; false for any other. */
async function openWhole(
  blobs: Blobs,
  companyId: string,
  row: FileRow,
  use: (file: FileHandle) => Promise<boolean>,
): Promise<boolean> {
  const file = await blobs.open(companyId, row.id, row.size)
  if (!file) return false
  try {
    return (await isAsUploaded(file, row)) && (await use(file))
  } finally {
    await file.close()
  }
}
