// Comparison of uploaded files with the digests in their rows.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'

type Row = { company_id: string; id: string; sha256: string }

/** Number of files that a sample checks. */
const sampleSize = 200
const pageSize = 1000

export type LookedAt = { readonly files: number; readonly damaged: readonly string[] }

/** Files that are missing from the folder, or differ from the upload: among all files, or a random sample. */
export async function damagedFiles(
  owner: Pick<Db, 'run'>,
  folder: string,
  which: 'sample' | 'all',
): Promise<LookedAt> {
  const blobs = new BlobFolder(folder)
  const damaged: string[] = []
  let files = 0
  for await (const { company_id, id, sha256 } of which === 'all' ? allFiles(owner) : someFiles(owner)) {
    files += 1
    const found = await digestFile(blobs.blobPath(company_id, id))
    if (found !== sha256) damaged.push(`${id} ${found === null ? 'gone' : 'changed'}`)
  }
  return { files, damaged }
}

async function* someFiles(owner: Pick<Db, 'run'>): AsyncGenerator<Row> {
  yield* await owner.run<Row>(sql`
    select company_id, id, sha256 from file order by random() limit ${sampleSize}`)
}

async function* allFiles(owner: Pick<Db, 'run'>): AsyncGenerator<Row> {
  let after = {
    company_id: '00000000-0000-0000-0000-000000000000',
    id: '00000000-0000-0000-0000-000000000000',
  }
  for (;;) {
    const page = await owner.run<Row>(sql`
      select company_id, id, sha256 from file
      where (company_id, id) > (${after.company_id}::uuid, ${after.id}::uuid)
      order by company_id, id limit ${pageSize}`)
    const last = page.at(-1)
    if (!last) return
    yield* page
    after = last
  }
}

async function digestFile(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}
