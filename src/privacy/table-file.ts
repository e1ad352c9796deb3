/** Files of an export: a JSON object on each line, a file for each table. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'

export type TableFile = { readonly table: string; readonly rows: number; readonly sha256: string }

/** Writes rows into a file of the table's name, and takes the digest of it. */
export async function writeLines(
  folder: string,
  table: string,
  pages: AsyncIterable<string[]>,
): Promise<TableFile> {
  const hash = createHash('sha256')
  const file = await open(path.join(folder, `${table}.ndjson`), 'wx', 0o600)
  let rows = 0
  try {
    for await (const page of pages) {
      const lines = page.map(row => `${row}\n`).join('')
      hash.update(lines)
      await file.writeFile(lines)
      rows += page.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { table, rows, sha256: hash.digest('hex') }
}
