// Migrations: bring a database to the shape that this code expects: roles, then numbered SQL files, each in a transaction
// of its own, under a lock so that several nodes may start together. Forward only; an applied file is history.
import { createHash, createHmac } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isDistributed } from '#server/database/distribute.ts'
import {
  hasSettings,
  missingSettings,
  type RoleSettings,
  roleSettings,
  settingsStatement,
} from '#server/database/role-settings.ts'
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
  /** Instant of the start, by which the years of growing tables are made. */
  now?: Date
}

/** A line for the operator, without secrets. */
export class MigrationError extends Error {
  override name = 'MigrationError'
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
    const appUrl = options.appUrl ?? (await givePassword(owner, ownerUrl, app))
    const platformUrl = options.platformUrl ?? (await givePassword(owner, ownerUrl, platform))
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

type Migration = { version: number; name: string; sql: string; sha256: string }

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))
type Login = { readonly role: string; readonly setting: string }

const app: Login = { role: 'visto_bueno_app', setting: 'DATABASE_APP_URL' }
const platform: Login = { role: 'visto_bueno_platform', setting: 'DATABASE_PLATFORM_URL' }
const LOCK = 7_240_532

function readMigrations(folder: string): Migration[] {
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    const version = index + 1
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== version)
      throw new MigrationError(`migrations must be numbered without gaps: ${name} stands in place ${version}`)
    const sql = fs.readFileSync(`${folder}/${name}`, 'utf8')
    return { version, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

async function createRoles(owner: pg.Client): Promise<void> {
  const limits = 'nosuperuser nobypassrls nocreatedb nocreaterole'
  for (const { role } of [app, platform]) {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rowCount) continue
    // Roles belong to the whole server: a node preparing another database of it may be faster.
    await owner.query(`create role ${role} login ${limits}`).catch(error => {
      if (error.code === '42501')
        throw new MigrationError(`the role of DATABASE_URL may not create the role ${role}: create it first`)
      if (!['42710', '23505'].includes(error.code)) throw error
    })
  }
  await owner.query(`grant usage on schema public to ${app.role}, ${platform.role}`)
}

/** The password follows from the owner's, so that every node on one DATABASE_URL agrees without a shared file. */
async function givePassword(owner: pg.Client, ownerUrl: string, login: Login): Promise<string> {
  const { role, setting } = login
  const url = new URL(ownerUrl)
  const key = decodeURIComponent(url.password)
  if (!key) throw new MigrationError(`DATABASE_URL has no password: set ${setting} as well`)
  url.username = role
  url.password = createHmac('sha256', key).update(role).digest('base64url')
  if (!(await canLogIn(url.href, setting)))
    await owner.query(`alter role ${role} login password ${pg.escapeLiteral(url.password)}`)
  return url.href
}

async function canLogIn(url: string, setting: string): Promise<boolean> {
  try {
    await withClient(url, setting, client => client.query('select'))
    return true
  } catch (error) {
    const cause = error instanceof MigrationError ? error.cause : null
    if (cause instanceof pg.DatabaseError && cause.code?.startsWith('28')) return false
    throw error
  }
}

async function applyMissing(owner: pg.Client, files: Migration[]): Promise<string[]> {
  await owner.query(`create table if not exists schema_migration (
    version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`)
  await owner.query(`grant select on schema_migration to ${app.role}`)
  const known = await owner.query<{ version: number; name: string; sha256: string }>(
    'select version, name, sha256 from schema_migration order by version',
  )
  for (const row of known.rows) refuseRewrittenHistory(row, files)
  const missing = files.slice(known.rows.length)
  for (const file of missing) await applyOne(owner, file)
  return missing.map(file => file.name)
}

function refuseRewrittenHistory(
  row: { version: number; name: string; sha256: string },
  files: Migration[],
): void {
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

/** Refuses a database without the rights that migrations grant, to roles that a backup does not bring along. */
async function refuseLostRights(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ role: string; table: string }>(
    `select role, "table" from (values ('${app.role}', 'account'), ('${app.role}', 'event'),
       ('${platform.role}', 'company')) rights (role, "table")
     where to_regclass("table") is not null and not has_any_column_privilege(role, "table", 'select')`,
  )
  const [lost] = rows
  if (lost)
    throw new MigrationError(
      `the role ${lost.role} may not read the table ${lost.table}: the database was restored before its roles were there. Create them and restore again (docs/operations.md, Backup and restore)`,
    )
}

/** Gives the role of `url` its settings. Refuses one above row level security, and connections without the settings. */
async function prepareRole(
  owner: pg.Client,
  settings: RoleSettings,
  { url, setting }: GivenUrl,
): Promise<void> {
  const role = decodeURIComponent(new URL(url).username)
  await refusePower(owner, role, setting)
  if (!(await hasSettings(owner, role, settings))) await giveSettings(owner, settings, { role, url, setting })
  await withClient(url, setting, async client => {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    await refusePower(client, rows[0]?.role ?? role, setting)
    const missing = await missingSettings(client, settings)
    if (missing.length > 0)
      throw new MigrationError(
        `connections of ${setting} open without ${missing.join(', ')}: a pooler keeps some from before the role had them (RECONNECT closes them)`,
      )
  })
}

type GivenUrl = { readonly url: string; readonly setting: string }

/** As the owner or, where the owner may not change the role, as the role itself. */
async function giveSettings(
  owner: pg.Client,
  settings: RoleSettings,
  { role, url, setting }: GivenUrl & { readonly role: string },
): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  const statement = settingsStatement(role, rows[0]?.name ?? '', settings)
  await owner.query(statement).catch(async error => {
    if (error.code !== '42501') throw error
    await withClient(url, setting, client => client.query(statement))
  })
}

/** Refuses a superuser, and an owner, who could lift row level security. */
async function refusePower(client: pg.Client, role: string, setting: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls or exists (
       select from pg_class where relnamespace = 'public'::regnamespace and relowner = pg_roles.oid))`,
    [role],
  )
  if (rowCount)
    throw new MigrationError(
      `${setting} must name a role that owns no table, is no superuser and has no BYPASSRLS`,
    )
}

/** Setting read as the application's role, because `synchronous_commit` may be set for a role or a database. */
async function refuseUnsafeServer(appUrl: string): Promise<void> {
  const { rows } = await withClient(appUrl, app.setting, client =>
    client.query<{ name: string }>(
      `select name from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
    ),
  )
  if (rows.length === 0) return
  const names = rows.map(row => row.name).join(', ')
  throw new MigrationError(
    `the database may lose acknowledged writes (off: ${names}): turn them on, or set THROWAWAY_DATABASE=1 for a test`,
  )
}

async function withClient<T>(
  url: string,
  setting: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await connect(client, setting)
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Failures of the connection that the operator mends: no server, no such database, a wrong password. Told without the address. */
async function connect(client: pg.Client, setting: string): Promise<void> {
  try {
    await client.connect()
  } catch (cause) {
    // A host of several addresses that all refuse gives an error without a message.
    const { message = '', code = '' }: { message?: string; code?: string } = Object(cause)
    throw new MigrationError(`the database of ${setting} does not let us in: ${message || code}`, { cause })
  }
}
