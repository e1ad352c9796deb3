/** The database as the program serves from it: prepared by the owner first or, without the owner, only looked at. */
import type pg from 'pg'
import type { DatabaseConfig } from '#server/config.ts'
import { isDistributed } from '#server/database/distribute.ts'
import { compareHistory, MIGRATIONS, readMigrations } from '#server/database/history.ts'
import {
  app,
  type GivenUrl,
  platform,
  refuseLostRights,
  refusePower,
  refuseUnsafeServer,
  withClient,
} from '#server/database/logins.ts'
import { type Prepared, type PrepareOptions, prepareDatabase } from '#server/database/migrate.ts'
import { MigrationError } from '#server/database/migration-error.ts'
import { addressThatOpens } from '#server/database/next-passwords.ts'
import { missingSettings, roleSettings } from '#server/database/role-settings.ts'
import { absentYears } from '#server/database/years.ts'

/** Database as the program connects to it. */
export type Served = Omit<Prepared, 'applied'> & {
  /** Years without a partition: only the owner makes them (`npm run operator -- migrate`). */
  readonly yearsAbsent: readonly number[]
}

type Given = Pick<DatabaseConfig, 'databaseAppUrl' | 'databasePlatformUrl' | 'throwawayDatabase'> &
  Partial<Pick<DatabaseConfig, 'databaseNextPasswords'>>

/**
 * Migrates with the owner where it is given, else checks with the program's roles alone.
 * @throws MigrationError when the database must not be used by this code.
 */
export async function reachDatabase(
  ownerUrl: string | null,
  config: Given,
  { keepsPasswords = false }: Pick<PrepareOptions, 'keepsPasswords'> = {},
): Promise<Served> {
  const { databaseAppUrl: appUrl, databasePlatformUrl: platformUrl, throwawayDatabase: throwaway } = config
  if (ownerUrl !== null)
    return {
      ...(await prepareDatabase(ownerUrl, { throwaway, appUrl, platformUrl, keepsPasswords })),
      yearsAbsent: [],
    }
  if (appUrl === null || platformUrl === null)
    throw new MigrationError('DATABASE_APP_URL and DATABASE_PLATFORM_URL are needed without DATABASE_URL')
  const next = config.databaseNextPasswords ?? []
  return checkDatabase({
    appUrl: await addressThatOpens(appUrl, next),
    platformUrl: await addressThatOpens(platformUrl, next),
    throwaway,
  })
}

type Addresses = {
  readonly appUrl: string
  readonly platformUrl: string
  /** Accepts a server that may lose acknowledged writes. */
  readonly throwaway?: boolean
  readonly migrations?: string
  /** Instant of the start. */
  readonly now?: Date
}

/** Looks at a database that the owner has migrated before, as the two roles that serve from it. Writes nothing. */
export async function checkDatabase(given: Addresses): Promise<Served> {
  const { appUrl, platformUrl, migrations = MIGRATIONS, now = new Date() } = given
  const { isOnNodes, ...found } = await withClient(appUrl, app.setting, async client => {
    const newer = await refuseMissing(client, migrations)
    await refuseLostRights(client)
    const years = await absentYears(client, now)
    return {
      isOnNodes: await isDistributed(client),
      newer,
      yearsAbsent: [...new Set(years.map(({ year }) => year))],
    }
  })
  await refuseUnready({ ...app, url: appUrl }, isOnNodes)
  await refuseUnready({ ...platform, url: platformUrl }, isOnNodes)
  if (!given.throwaway) await refuseUnsafeServer(appUrl)
  return { appUrl, platformUrl, isDistributed: isOnNodes, ...found }
}

const migrate = 'npm run operator -- migrate'

/** Names of what the database has beyond this program's migrations. */
async function refuseMissing(client: pg.Client, folder: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migration') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) throw new MigrationError(`the database is empty: ${migrate} makes what is needed`)
  const { missing, newer } = await compareHistory(client, readMigrations(folder))
  const names = missing.map(({ name }) => name)
  if (names.length > 0)
    throw new MigrationError(
      `the database lacks ${names.length} of this program's migrations (${shortList(names)}): ${migrate}`,
    )
  return newer
}

const shortList = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 2).join(', ')} … ${names.at(-1)}` : names.join(', ')

/** Refuses a role above row level security, and one whose connections have no limits. */
async function refuseUnready({ url, setting }: GivenUrl, isOnNodes: boolean): Promise<void> {
  await withClient(url, setting, async client => {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    await refusePower(client, rows[0]?.role ?? '', setting)
    const missing = await missingSettings(client, roleSettings(isOnNodes))
    if (missing.length > 0)
      throw new MigrationError(`connections of ${setting} open without ${missing.join(', ')}: ${migrate}`)
  })
}
