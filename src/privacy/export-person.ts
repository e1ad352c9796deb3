/**
 * All that is kept of a person (GDPR, article 15), as a folder: of each company, and of the account itself, a file of each
 * table with the rows that name them. Secrets by which they sign in are left out.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { openPatient } from '#backup/backup.ts'
import { makeBackupFolder } from '#backup/manifest.ts'
import { companiesWith, findAccount } from '#privacy/store/accounts.ts'
import { type PersonTable, readPersonTables, readWhere } from '#privacy/store/company-tables.ts'
import { writeLines } from '#privacy/table-file.ts'
import type { Db } from '#server/database/db.ts'

export type PersonExportOptions = {
  readonly owner: Db
  /** The database with its owner. */
  readonly url: string
  readonly into: string
  readonly email: string
  readonly now: Date
}

export type PersonExport = {
  readonly folder: string
  readonly companies: readonly string[]
  readonly rows: number
}

/** Exports what is kept of the person with this address, or returns null when nobody has it. */
export async function exportPerson(options: PersonExportOptions): Promise<PersonExport | null> {
  const { owner, url, into, email, now } = options
  const account = await findAccount(owner, email)
  if (!account) return null
  const companies = await companiesWith(owner, account.id)
  const client = await openPatient(url)
  try {
    const tables = await readPersonTables(client)
    const folder = await makeBackupFolder(into, now)
    const write = (place: string, companyId: string | null, some: readonly PersonTable[]) =>
      writeTables(client, { folder: path.join(folder, place), companyId, userId: account.id, tables: some })
    const isOfCompany = ({ columns }: PersonTable) => columns.includes('company_id')
    let rows = await write(
      'account',
      null,
      tables.filter(table => table.name === 'session' || !isOfCompany(table)),
    )
    for (const { id } of companies)
      rows += await write(
        id,
        id,
        tables.filter(table => table.name !== 'session' && isOfCompany(table)),
      )
    return { folder, companies: companies.map(({ name }) => name), rows }
  } finally {
    await client.end()
  }
}

type Place = {
  readonly folder: string
  /** Null for what belongs to no company. */
  readonly companyId: string | null
  readonly userId: string
  readonly tables: readonly PersonTable[]
}

/** Writes a file of each table that has rows of the person, and returns how many rows there are. */
async function writeTables(client: pg.Client, { folder, companyId, userId, tables }: Place): Promise<number> {
  await mkdir(folder, { mode: 0o700 })
  await client.query('begin isolation level repeatable read, read only')
  await client.query("select set_config('app.company_id', $1, true)", [companyId ?? ''])
  let sum = 0
  for (const table of tables) {
    const pages = readWhere(client, table, table.keys, userId)
    const { rows } = await writeLines(folder, table.name, inCompany(pages, companyId))
    sum += rows
  }
  await client.query('commit')
  return sum
}

/** Rows of one company: a role that row level security does not bind sees those of all. */
async function* inCompany(
  pages: AsyncIterable<string[]>,
  companyId: string | null,
): AsyncGenerator<string[]> {
  for await (const page of pages)
    yield companyId === null ? page : page.filter(row => row.includes(`"company_id":"${companyId}"`))
}
