// Comparison of uploaded files with the digests in their rows.
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Blobs } from '#server/files/blobs.ts'
import { isAsUploaded } from '#server/files/file-store.ts'

type Row = { company_id: string; id: string; size: number; sha256: string }

/** Number of files that a sample checks. */
const sampleSize = 200
const pageSize = 1000

export type LookedAt = { readonly files: number; readonly damaged: readonly string[] }

/** Files that are missing from their store, or differ from the upload: among all files, or a random sample. */
export async function damagedFiles(
  owner: Pick<Db, 'run'>,
  blobs: Blobs,
  which: 'sample' | 'all',
): Promise<LookedAt> {
  const damaged: string[] = []
  let files = 0
  for await (const row of which === 'all' ? allFiles(owner) : someFiles(owner)) {
    files += 1
    const damage = await findDamage(blobs, row)
    if (damage !== null) damaged.push(`${row.id} ${damage}`)
  }
  return { files, damaged }
}

async function* someFiles(owner: Pick<Db, 'run'>): AsyncGenerator<Row> {
  yield* await owner.run<Row>(sql`
    select company_id, id, size::float8 as size, sha256 from file order by random() limit ${sampleSize}`)
}

async function* allFiles(owner: Pick<Db, 'run'>): AsyncGenerator<Row> {
  let after = {
    company_id: '00000000-0000-0000-0000-000000000000',
    id: '00000000-0000-0000-0000-000000000000',
  }
  for (;;) {
    const page = await owner.run<Row>(sql`
      select company_id, id, size::float8 as size, sha256 from file
      where (company_id, id) > (${after.company_id}::uuid, ${after.id}::uuid)
      order by company_id, id limit ${pageSize}`)
    const last = page.at(-1)
    if (!last) return
    yield* page
    after = last
  }
}

async function findDamage(blobs: Blobs, row: Row): Promise<'gone' | 'changed' | null> {
  const file = await blobs.open(row.company_id, row.id, row.size)
  if (!file) return 'gone'
  try {
    return (await isAsUploaded(file, row)) ? null : 'changed'
  } finally {
    await file.close()
  }
}
