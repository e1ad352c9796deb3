/**
 * Everything that a company has, as a folder to hand over at the end of its contract: a file of each table, a JSON object
 * on each line; the people; the files under their ids; and `company.json`, written last, with every digest and the end of
 * the journal's chain, so that whoever has it can show that it is whole.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { copyFiles, type FileRow, openPatient } from '#backup/backup.ts'
import { makeBackupFolder } from '#backup/manifest.ts'
import { isUuid } from '#kernel/ids.ts'
import { isTakenAlong, readCompanyTables, readRows } from '#privacy/store/company-tables.ts'
import { type TableFile, writeLines } from '#privacy/table-file.ts'
import type { Blobs } from '#server/files/blobs.ts'
import { release } from '#server/release.ts'

export type ExportOptions = {
  /** The database with its owner, or with a role that sees every row. */
  readonly url: string
  readonly files: Blobs
  readonly into: string
  readonly companyId: string
  readonly now: Date
}

export type CompanyExport = {
  readonly folder: string
  readonly name: string
  readonly tables: readonly TableFile[]
  readonly files: number
  /** Ids of files that the database names and their store has not, or has otherwise. */
  readonly lacking: readonly string[]
}

/** Exports a company, or returns null when there is none with the id. */
export async function exportCompany(options: ExportOptions): Promise<CompanyExport | null> {
  const { url, files, into, companyId, now } = options
  if (!isUuid(companyId)) return null
  const client = await openPatient(url)
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query("select set_config('app.company_id', $1, true)", [companyId])
    const name = await readName(client, companyId)
    if (name === null) return null
    const folder = await makeBackupFolder(into, now)
    const tables = await writeTables(client, path.join(folder, 'tables'), companyId)
    const copied = await copyFiles(await readFileRows(client, companyId), { from: files, to: folder })
    const chain = await readChainEnd(client, companyId)
    const company = {
      format: 1,
      release,
      takenAt: now.toISOString(),
      companyId,
      name,
      chain,
      tables,
      files: copied,
    }
    await writeFile(path.join(folder, 'company.json'), `${JSON.stringify(company, null, 2)}\n`, {
      mode: 0o600,
    })
    return { folder, name, tables, files: copied.count, lacking: copied.lacking }
  } finally {
    await client.end()
  }
}

async function readName(client: pg.Client, companyId: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>('select name from company where company_id = $1', [
    companyId,
  ])
  return rows[0]?.name ?? null
}

async function readChainEnd(client: pg.Client, companyId: string): Promise<unknown> {
  const { rows } = await client.query(
    'select sequence::float8 as sequence, hash from chain_head where company_id = $1',
    [companyId],
  )
  return rows[0] ?? null
}

async function readFileRows(client: pg.Client, companyId: string): Promise<FileRow[]> {
  const { rows } = await client.query<FileRow>(
    'select company_id, id, size::float8 as size, sha256 from file where company_id = $1 order by id',
    [companyId],
  )
  return rows
}

async function writeTables(client: pg.Client, folder: string, companyId: string): Promise<TableFile[]> {
  await mkdir(folder, { mode: 0o700 })
  const written: TableFile[] = []
  for (const table of (await readCompanyTables(client)).filter(isTakenAlong))
    written.push(await writeLines(folder, table.name, readRows(client, table, companyId)))
  return [...written, await writeLines(folder, 'people', readPeople(client, companyId))]
}

/** Names and addresses of the company's people: their accounts are their own, and stand in no table of the company. */
async function* readPeople(client: pg.Client, companyId: string): AsyncGenerator<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `select json_build_object('id', who.id, 'email', who.email, 'name', who.name, 'lastName', who.last_name, 'role', who.role,
        'position', who.position, 'department', who.department)::text as row
      from account_company c join account who on who.id = c.user_id where c.company = $1 order by who.email`,
    [companyId],
  )
  yield rows.map(({ row }) => row)
}
