/** Migrations: numbered SQL files, and the ones that a database has applied. An applied file is history. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { MigrationError } from '#server/database/migration-error.ts'

export type Migration = { version: number; name: string; sql: string; sha256: string }

export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))

export function readMigrations(folder: string): Migration[] {
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    const version = index + 1
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== version)
      throw new MigrationError(`migrations must be numbered without gaps: ${name} stands in place ${version}`)
    const sql = fs.readFileSync(`${folder}/${name}`, 'utf8')
    return { version, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * The files that a database has not applied yet, in their order.
 * @throws MigrationError for a database that is newer than these files, or has applied another text.
 */
export async function missingMigrations(
  client: pg.Client,
  files: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, sha256 from schema_migration order by version',
  )
  for (const row of rows) refuseRewrittenHistory(row, files)
  return files.slice(rows.length)
}

type AppliedMigration = Pick<Migration, 'version' | 'name' | 'sha256'>

function refuseRewrittenHistory(row: AppliedMigration, files: readonly Migration[]): void {
  const file = files[row.version - 1]
  if (!file)
    throw new MigrationError(
      `the database is newer than this program (it has ${row.name}): start the newer version`,
    )
  if (file.sha256 !== row.sha256)
    throw new MigrationError(
      `${file.name} is not the ${row.name} that this database applied: never edit an applied migration, add one`,
    )
}
