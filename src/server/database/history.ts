/** Migrations: numbered SQL files, and the ones that a database has applied. An applied file is history. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { MigrationError } from '#server/database/migration-error.ts'
import { releases } from '#server/database/releases.ts'
import { changeSchema } from '#server/database/schema-change.ts'

export type Migration = {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** Last migration of the oldest program that works on the schema which the file leaves. Null: before any release. */
  readonly worksFrom: number | null
  /** Indexes that are made or dropped while everybody works: one statement after the other, in no transaction. */
  readonly isOutsideTransaction: boolean
}

export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))

export function readMigrations(folder: string): Migration[] {
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    const version = index + 1
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== version)
      throw new MigrationError(`migrations must be numbered without gaps: ${name} stands in place ${version}`)
    const sql = fs.readFileSync(`${folder}/${name}`, 'utf8')
    const { worksFrom, isOutsideTransaction } = readHead(sql)
    return {
      version,
      name,
      sql,
      sha256: createHash('sha256').update(sql).digest('hex'),
      worksFrom: worksFrom ?? lastOfReleaseBefore(version),
      isOutsideTransaction,
    }
  })
}

/**
 * Head of a migration, the comment at its beginning: `-- works from 0088: <reason>` where programs before that
 * migration stop working, or ones before the last release still work; `-- no transaction`.
 */
export function readHead(sql: string): Pick<Migration, 'worksFrom' | 'isOutsideTransaction'> {
  const [head = ''] = /^(?:--.*\n)*/.exec(sql) ?? []
  const from = /^-- works from (\d{4}): \S/m.exec(head)?.[1]
  return {
    worksFrom: from === undefined ? null : Number(from),
    isOutsideTransaction: /^-- no transaction$/m.test(head),
  }
}

const lastOfReleaseBefore = (version: number): number | null =>
  releases.findLast(({ lastMigration }) => lastMigration < version)?.lastMigration ?? null

export type Standing = {
  /** Files that the database has not applied yet, in their order. */
  readonly missing: readonly Migration[]
  /** Names of what the database has beyond these files, all of which works with them. */
  readonly newer: readonly string[]
}

/**
 * How a database stands to the files of a program.
 * @throws MigrationError for a database that has applied another text, or one with which these files do not work.
 */
export async function compareHistory(client: pg.Client, files: readonly Migration[]): Promise<Standing> {
  // The column is missing until a program that knows it has migrated.
  const { rows } = await client.query<AppliedMigration>(`
    select version, name, sha256, (to_jsonb(applied)->>'works_from')::int as "worksFrom"
    from schema_migration applied order by version`)
  for (const row of rows) refuseRewrittenHistory(row, files)
  const newer = rows.slice(files.length)
  for (const row of newer) refuseForeignSchema(row, files)
  return { missing: files.slice(rows.length), newer: newer.map(({ name }) => name) }
}

type AppliedMigration = Pick<Migration, 'version' | 'name' | 'sha256' | 'worksFrom'>

function refuseRewrittenHistory(row: AppliedMigration, files: readonly Migration[]): void {
  const file = files[row.version - 1]
  if (file && file.sha256 !== row.sha256)
    throw new MigrationError(
      `${file.name} is not the ${row.name} that this database applied: never edit an applied migration, add one`,
    )
}

function refuseForeignSchema({ name, worksFrom }: AppliedMigration, files: readonly Migration[]): void {
  if (worksFrom !== null && worksFrom <= files.length) return
  const needed =
    worksFrom === null ? '' : `, which works with programs that have migration ${worksFrom} at least`
  throw new MigrationError(
    `the database is newer than this program (it has ${name})${needed}: start the newer version`,
  )
}

/** A row whose writer does not know `works_from` says nothing: no older program works with it. */
export async function prepareHistory(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query(`select from pg_attribute
    where attrelid = to_regclass('schema_migration') and attname = 'works_from'`)
  if (rowCount) return
  await changeSchema(owner, 'preparing the history of migrations', async () => {
    await owner.query(`create table if not exists schema_migration (
      version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`)
    await owner.query('alter table schema_migration add column works_from int')
  })
}

export async function writeApplied(owner: pg.Client, file: Migration): Promise<void> {
  const { version, name, sha256, worksFrom } = file
  await owner.query(
    `insert into schema_migration (version, name, sha256, applied_at, works_from)
      values ($1, $2, $3, now(), $4)`,
    [version, name, sha256, worksFrom],
  )
}
