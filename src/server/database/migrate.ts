// Migrations: bring a database to the shape that this code expects: roles, then numbered SQL files, each in a transaction
// of its own, under a lock so that several nodes may start together. Forward only; an applied file is history.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { changeIndexes } from '#server/database/concurrent-indexes.ts'
import { isDistributed } from '#server/database/distribute.ts'
import {
  compareHistory,
  MIGRATIONS,
  type Migration,
  prepareHistory,
  readMigrations,
  type Standing,
  writeApplied,
} from '#server/database/history.ts'
import {
  app,
  connect,
  createRoles,
  givePassword,
  type Login,
  platform,
  prepareRole,
  refuseLostRights,
  refuseUnsafeServer,
  setGivenPassword,
} from '#server/database/logins.ts'
import { roleSettings } from '#server/database/role-settings.ts'
import { changeSchema } from '#server/database/schema-change.ts'
import { readStatements } from '#server/database/statements.ts'
import { makeYear, missingYears } from '#server/database/years.ts'

export type Prepared = {
  /** Connection of the program: a role that owns nothing and is bound by row level security. */
  appUrl: string
  /** Connection of the platform's screens: a role that reads a few columns of every company. */
  platformUrl: string
  /** True when the rows lie on the nodes of a cluster. */
  isDistributed: boolean
  applied: string[]
  /** Migrations of a newer release that the database has, and with which this program works. */
  newer: readonly string[]
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
  /** True in every step of the operator: a role that was there before keeps its password, unless its address is given. */
  keepsPasswords?: boolean
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
    await waitForTurn(owner)
    const made = await createRoles(owner)
    const { appUrl, platformUrl } = await findAddresses(owner, ownerUrl, options, made)
    const { missing, newer } = await applyMissing(owner, files)
    await makeYears(owner, options.now ?? new Date())
    await refuseLostRights(owner)
    const isOnNodes = await isDistributed(owner)
    const settings = roleSettings(isOnNodes)
    await prepareRole(owner, settings, { ...app, url: appUrl })
    await prepareRole(owner, settings, { ...platform, url: platformUrl })
    if (!options.throwaway) await refuseUnsafeServer(appUrl)
    const applied = missing.map(({ name }) => name)
    return { appUrl, platformUrl, applied, newer, isDistributed: isOnNodes }
  } finally {
    await owner.end()
  }
}

/** The addresses of both roles: as given, or with a password that follows from the owner's. */
async function findAddresses(
  owner: pg.Client,
  ownerUrl: string,
  options: PrepareOptions,
  made: readonly string[],
) {
  const { appUrl = null, platformUrl = null, setsPasswords = false, keepsPasswords = false } = options
  const given = (login: Login) =>
    givePassword(owner, ownerUrl, login, !keepsPasswords || made.includes(login.role))
  if (setsPasswords && appUrl !== null) await setGivenPassword(owner, { ...app, url: appUrl })
  if (setsPasswords && platformUrl !== null) await setGivenPassword(owner, { ...platform, url: platformUrl })
  return {
    appUrl: appUrl ?? (await given(app)),
    platformUrl: platformUrl ?? (await given(platform)),
  }
}

const LOCK = 7_240_532

/** One migrates at a time. Whoever waits asks again: within a statement it would hold up indexes made concurrently. */
async function waitForTurn(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      LOCK,
    ])
    if (rows[0]?.isOurs) return
    await sleep(100)
  }
}

async function applyMissing(owner: pg.Client, files: readonly Migration[]): Promise<Standing> {
  await prepareHistory(owner)
  await owner.query(`grant select on schema_migration to ${app.role}`)
  const standing = await compareHistory(owner, files)
  for (const file of standing.missing) await applyOne(owner, file)
  return standing
}

async function applyOne(owner: pg.Client, file: Migration): Promise<void> {
  if (file.isOutsideTransaction) {
    await changeIndexes(owner, file)
    return writeApplied(owner, file)
  }
  // Citus repeats on its nodes the whole text in which a change stands.
  const statements = (await isDistributed(owner)) ? readStatements(file.sql) : [file.sql]
  await changeSchema(owner, `migration ${file.name}`, async () => {
    for (const statement of statements) await owner.query(statement)
    await writeApplied(owner, file)
  })
}

async function makeYears(owner: pg.Client, now: Date): Promise<void> {
  const years = await missingYears(owner, now)
  if (years.length === 0) return
  await changeSchema(owner, 'making the years of growing tables', async () => {
    for (const year of years) await makeYear(owner, year)
  })
}
