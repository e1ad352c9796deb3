/**
 * Removal of a company with all that it has, once its contract has ended and its export is handed over. Rows go step by
 * step, the company's own last: a removal that was interrupted is asked for again. Accounts of people who belong to no
 * other company are erased.
 */
import type pg from 'pg'
import { openPatient } from '#backup/backup.ts'
import { isUuid } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { removalSteps } from '#privacy/removal-steps.ts'
import { type Account, eraseAccount } from '#privacy/store/accounts.ts'
import {
  type CompanyTable,
  isTakenAlong,
  readCompanyTables,
  readReferences,
  removeRows,
} from '#privacy/store/company-tables.ts'
import type { Db } from '#server/database/db.ts'
import { asPerson } from '#server/database/person.ts'
import type { Blobs } from '#server/files/blobs.ts'

export type RemovalRefusal = 'no_such_company' | 'not_suspended'

export type RemovalOptions = {
  /** The database with its owner. */
  readonly url: string
  readonly owner: Db
  readonly files: Blobs
  readonly companyId: string
  readonly isApplied: boolean
  readonly now: Date
}

export type RemovalReport = {
  readonly name: string
  /** Rows of each table that an export has and that has some. */
  readonly rows: { readonly [table: string]: number }
  readonly files: number
  /** People who belong to no other company. */
  readonly people: number
}

/** Removes a suspended company, and its samples; a dry run removes and rolls back. */
export async function removeCompany(
  options: RemovalOptions,
): Promise<RemovalReport | Refusal<RemovalRefusal>> {
  const { url, owner, files, companyId, isApplied, now } = options
  if (!isUuid(companyId)) return refuse('no_such_company')
  const client = await openPatient(url)
  try {
    const company = await readCompany(client, companyId)
    if (!company) return refuse('no_such_company')
    if (company.status !== 'suspended') return refuse('not_suspended')
    const companies = [...(await readSamples(client, companyId)), companyId]
    const people = await peopleOfNoOther(client, companies)
    const blobs = await listBlobs(files, companies, now)
    // Rows go last: what names accounts and files is still there when an interrupted removal is asked for again.
    if (isApplied) {
      for (const person of people) await asPerson(owner, person.id, tx => eraseAccount(tx, person))
      for (const { company: of, id } of blobs) await files.remove(of, id)
    }
    const rows: { [table: string]: number } = {}
    for (const id of companies)
      for (const [table, count] of await removeAllRows(client, id, isApplied))
        rows[table] = (rows[table] ?? 0) + count
    return { name: company.name, rows, files: blobs.length, people: people.length }
  } finally {
    await client.end()
  }
}

/** Runs work in a transaction that sees one company's rows. */
async function inCompany<T>(
  client: pg.Client,
  companyId: string,
  ends: 'commit' | 'rollback',
  work: () => Promise<T>,
) {
  await client.query('begin')
  await client.query("select set_config('app.company_id', $1, true)", [companyId])
  const done = await work()
  await client.query(ends)
  return done
}

const readCompany = (client: pg.Client, companyId: string) =>
  inCompany(client, companyId, 'rollback', async () => {
    const { rows } = await client.query<{ name: string; status: string }>(
      'select name, status from company where company_id = $1',
      [companyId],
    )
    return rows[0]
  })

/** Samples that people of the company play with. */
async function readSamples(client: pg.Client, companyId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select distinct company as id from account_company where sample_of = $1',
    [companyId],
  )
  return rows.map(({ id }) => id)
}

async function peopleOfNoOther(client: pg.Client, companies: readonly string[]): Promise<Account[]> {
  const { rows } = await client.query<Account>(
    `select who.id, who.email, who.new_email as "newEmail", who.name, who.last_name as "lastName", who.role, who.is_service as "isService"
    from account who
    where who.role <> 'admin_saas' and who.id in (select user_id from account_company where company = any ($1)
        union select user_id from account_invitation where company = any ($1))
      and not exists (select from account_company o where o.user_id = who.id and o.company <> all ($1))
      and not exists (select from account_invitation o where o.user_id = who.id and o.company <> all ($1))`,
    [companies],
  )
  return rows
}

/** Each step in a transaction of its own; all in one that is rolled back, of a dry run. */
async function removeAllRows(client: pg.Client, companyId: string, isApplied: boolean) {
  const tables = new Map((await readCompanyTables(client)).map(table => [table.name, table]))
  const steps = removalSteps([...tables.keys()], await readReferences(client))
  const counts: { [table: string]: number } = {}
  const run = async (step: readonly string[]) => {
    const chosen = step
      .map(name => tables.get(name))
      .filter((table): table is CompanyTable => table !== undefined)
    Object.assign(counts, await removeRows(client, chosen, companyId))
  }
  if (isApplied) for (const step of steps) await inCompany(client, companyId, 'commit', () => run(step))
  else
    await inCompany(client, companyId, 'rollback', async () => {
      for (const step of steps) await run(step)
    })
  return Object.entries(counts).filter(([name, count]) => {
    const table = tables.get(name)
    return count > 0 && table !== undefined && isTakenAlong(table)
  })
}

async function listBlobs(files: Blobs, companies: readonly string[], now: Date) {
  const kept = new Set(await files.companies())
  const found: { company: string; id: string }[] = []
  for (const company of companies.filter(id => kept.has(id)))
    for (const id of await files.olderThan(company, now)) found.push({ company, id })
  return found
}
