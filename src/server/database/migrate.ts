// Migrations: bring a database to the shape that this code expects: roles, then numbered SQL files, each in a transaction
// of its own, under a lock so that several nodes may start together. Forward only; an applied file is history.
import pg from 'pg'
import { isDistributed } from '#server/database/distribute.ts'
import { MIGRATIONS, type Migration, missingMigrations, readMigrations } from '#server/database/history.ts'
import {
  app,
  connect,
  createRoles,
  givePassword,
  platform,
  prepareRole,
  refuseLostRights,
  refuseUnsafeServer,
  setGivenPassword,
} from '#server/database/logins.ts'
import { MigrationError } from '#server/database/migration-error.ts'
import { roleSettings } from '#server/database/role-settings.ts'
import { makeYear, missingYears } from '#server/database/years.ts'

export type Prepared = {
  /** Connection of the program: a role that owns nothing and is bound by row level security. */
  appUrl: string
  /** Connection of the platform's screens: a role that reads a few columns of every company. */
  platformUrl: string
  /** True when the rows lie on the nodes of a cluster. */
  isDistributed: boolean
  applied: string[]
}

export type PrepareOptions = {
  /** Connection of the application's role, when the operator made it with a password of their own. */
  appUrl?: string | null
  /** Connection of the platform's role, when the operator made it. */
  platformUrl?: string | null
  /** Accepts a server that may lose acknowledged writes. */
  throwaway?: boolean
  migrations?: string
  /** True in the operator's own step: a role whose password is another one gets the one of its address. */
  setsPasswords?: boolean
  /** Instant of the start, by which the years of growing tables are made. */
  now?: Date
}

/** @throws MigrationError when the database must not be used by this code. */
export async function prepareDatabase(ownerUrl: string, options: PrepareOptions = {}): Promise<Prepared> {
  const files = readMigrations(options.migrations ?? MIGRATIONS)
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await connect(owner, 'DATABASE_URL')
  try {
    await owner.query('set client_min_messages = warning; set statement_timeout = 0')
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    await createRoles(owner)
    const { appUrl, platformUrl } = await findAddresses(owner, ownerUrl, options)
    const applied = await applyMissing(owner, files)
    await makeYears(owner, options.now ?? new Date())
    await refuseLostRights(owner)
    const isOnNodes = await isDistributed(owner)
    const settings = roleSettings(isOnNodes)
    await prepareRole(owner, settings, { ...app, url: appUrl })
    await prepareRole(owner, settings, { ...platform, url: platformUrl })
    if (!options.throwaway) await refuseUnsafeServer(appUrl)
    return { appUrl, platformUrl, applied, isDistributed: isOnNodes }
  } finally {
    await owner.end()
  }
}

/** The addresses of both roles: as given, or with a password that follows from the owner's. */
async function findAddresses(owner: pg.Client, ownerUrl: string, options: PrepareOptions) {
  const { appUrl = null, platformUrl = null, setsPasswords = false } = options
  if (setsPasswords && appUrl !== null) await setGivenPassword(owner, { ...app, url: appUrl })
  if (setsPasswords && platformUrl !== null) await setGivenPassword(owner, { ...platform, url: platformUrl })
  return {
    appUrl: appUrl ?? (await givePassword(owner, ownerUrl, app)),
    platformUrl: platformUrl ?? (await givePassword(owner, ownerUrl, platform)),
  }
}

const LOCK = 7_240_532

async function applyMissing(owner: pg.Client, files: Migration[]): Promise<string[]> {
  await owner.query(`create table if not exists schema_migration (
    version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`)
  await owner.query(`grant select on schema_migration to ${app.role}`)
  const missing = await missingMigrations(owner, files)
  for (const file of missing) await applyOne(owner, file)
  return missing.map(file => file.name)
}

async function applyOne(owner: pg.Client, { version, name, sql, sha256 }: Migration): Promise<void> {
  await changeSchema(owner, `migration ${name}`, async () => {
    await owner.query(sql)
    await owner.query('insert into schema_migration values ($1, $2, $3, now())', [version, name, sha256])
  })
}

async function makeYears(owner: pg.Client, now: Date): Promise<void> {
  const years = await missingYears(owner, now)
  if (years.length === 0) return
  await changeSchema(owner, 'making the years of growing tables', async () => {
    for (const year of years) await makeYear(owner, year)
  })
}

/** @throws MigrationError that says `what` failed. */
async function changeSchema(owner: pg.Client, what: string, change: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await owner.query('begin')
      await closeGate(owner)
      await change()
      await owner.query('commit')
      return
    } catch (cause) {
      await owner.query('rollback')
      const state = cause instanceof pg.DatabaseError ? cause.code : undefined
      const isBlocked = state !== undefined && blockedStates.has(state) && tries < mostTries
      if (!isBlocked) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new MigrationError(`${what} failed: ${reason}`, { cause })
      }
      await new Promise(resolve => setTimeout(resolve, 50 + Math.random() * 200))
    }
  }
}

/** SQL states of a deadlock, and of a lock that nodes of the release before held too long: nothing was written. */
const blockedStates = new Set(['40P01', '55P03'])
const mostTries = 30

/**
 * Gate in front of a change of the schema: locks session, account, member and company, which every request reads before anything
 * else. It waits for the requests under way, and those that come wait for it (about a second, then 503).
 * Without the gate it holds one table and asks for another, and they hold that one and ask for the first: a deadlock,
 * at every try, for as long as the nodes of the version before are busy.
 */
async function closeGate(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "select name from unnest(array['session', 'account', 'member', 'company']) name where to_regclass(name) is not null",
  )
  await owner.query("set local lock_timeout = '4s'")
  if (rows.length > 0)
    await owner.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
}
