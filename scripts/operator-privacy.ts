/**
 * The operator's steps on data of people and companies: taken out, and erased, by the owner of the database, since the
 * program itself may not change its journal.
 */
import path from 'node:path'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { type ErasureRefusal, erasePerson } from '#privacy/erase-person.ts'
import { exportCompany } from '#privacy/export-company.ts'
import { exportPerson } from '#privacy/export-person.ts'
import { type RemovalRefusal, removeCompany } from '#privacy/remove-company.ts'
import { Refused } from '#scripts/operator-database.ts'
import { clock } from '#server/clock.ts'
import { readDatabaseConfig } from '#server/config.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import type { Blobs } from '#server/files/blobs.ts'
import { openBlobs } from '#server/files/open-blobs.ts'

export type PrivacyOptions = {
  readonly email?: string | undefined
  readonly reason?: string | undefined
  readonly apply?: boolean | undefined
  readonly company?: string | undefined
}

/** Erases a person's data, or says what that would do. */
export async function erase(options: PrivacyOptions): Promise<void> {
  const email = options.email?.trim().toLowerCase() ?? ''
  const reason = options.reason?.trim() ?? ''
  const isApplied = options.apply ?? false
  if (email === '' || reason === '')
    throw new Refused('erase-person needs --email with the address of an account, and --reason')
  await withOwner(async ({ owner }) => {
    const report = await erasePerson(owner, email, { reason, isApplied })
    if (isRefusal(report)) throw new Refused(refusalWords(email, report))
    for (const { company, events, approvals, notices, certificates } of report)
      console.log(
        `${isApplied ? 'erased ' : 'would  '} ${company}: ${events} events, ${approvals} approvals, ${notices} notices; issued Constancias that name them stay: ${certificates}`,
      )
    console.log(
      isApplied
        ? 'The account has neither name, address nor password any more.'
        : "Nothing has been changed. '--apply' does it, for ever.",
    )
  })
}

const erasureWords: Record<ErasureRefusal, string> = {
  no_such_account: 'has no account',
  service_account: 'is a service, and no person',
  platform_administrator: 'administers the platform: take that role away first',
  still_a_member: 'is an active member of',
}

function refusalWords(email: string, { refused: kind, facts }: Refusal<ErasureRefusal>): string {
  const companies = kind === 'still_a_member' ? ` ${facts?.companies}: let them go there first` : ''
  return `${email} ${erasureWords[kind]}${companies}`
}

/** Writes all that a company has into a new folder. */
export async function exportOne(
  [into, ...more]: readonly string[],
  { company }: PrivacyOptions,
): Promise<void> {
  if (into === undefined || more.length > 0 || company === undefined)
    throw new Refused('export-company needs one folder, and --company with the id of a company')
  await withOwner(async ({ url, files }) => {
    const now = clock.now()
    const made = await exportCompany({ url, files, into: path.resolve(into), companyId: company, now })
    if (!made) throw new Refused(`there is no company ${company}`)
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${made.folder}: ${made.name}, ${rows} rows of ${made.tables.length} tables, ${made.files} files`,
    )
    if (made.lacking.length > 0)
      throw new Refused(`Files that their store has not, or has otherwise: ${made.lacking.join(', ')}`)
  })
}

/** Writes all that is kept of a person into a new folder. */
export async function exportThem(
  [into, ...more]: readonly string[],
  { email }: PrivacyOptions,
): Promise<void> {
  if (into === undefined || more.length > 0 || email === undefined)
    throw new Refused('export-person needs one folder, and --email with the address of an account')
  await withOwner(async ({ owner, url }) => {
    const given = { owner, url, into: path.resolve(into), email: email.trim().toLowerCase() }
    const made = await exportPerson({ ...given, now: clock.now() })
    if (!made) throw new Refused(`${email} has no account`)
    console.log(`${made.folder}: ${made.rows} rows of the account and of: ${made.companies.join(', ')}`)
  })
}

/** Removes a suspended company, or says what that would do. */
export async function removeOne({ company, apply: isApplied = false }: PrivacyOptions): Promise<void> {
  if (company === undefined) throw new Refused('remove-company needs --company with the id of a company')
  await withOwner(async ({ owner, url, files }) => {
    const report = await removeCompany({ owner, url, files, companyId: company, isApplied, now: clock.now() })
    if (isRefusal(report)) throw new Refused(removalWords[report.refused])
    for (const [table, count] of Object.entries(report.rows)) console.log(`${table}: ${count}`)
    console.log(
      `${isApplied ? 'removed' : 'would remove'} ${report.name}, ${report.files} files, and erase ${report.people} people who belong to no other company`,
    )
    if (!isApplied) console.log("Nothing has been changed. '--apply' does it, for ever.")
  })
}

const removalWords: Record<RemovalRefusal, string> = {
  no_such_company: 'there is no such company',
  not_suspended: 'the company is not suspended: the platform suspends it first, so that nobody works in it',
}

type Owned = { readonly owner: Db; readonly url: string; readonly files: Blobs }

/** Runs work with the owner of the database, of DATABASE_URL or of the embedded one, and with the files. */
async function withOwner(work: (owned: Owned) => Promise<void>): Promise<void> {
  const config = readDatabaseConfig(process.env)
  const { databaseUrl, databaseAppUrl, throwawayDatabase: throwaway } = config
  if (!databaseUrl && databaseAppUrl) throw new Refused('this needs DATABASE_URL, the owner of the database')
  const home = path.join(config.dataDir, 'postgres')
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ home, throwaway })
  const url = databaseUrl ?? embedded?.url ?? ''
  const owner = openDb(url, { size: 2, isPatient: true })
  try {
    await work({ owner, url, files: openBlobs(config) })
  } finally {
    await owner.close()
    await embedded?.stop()
  }
}
