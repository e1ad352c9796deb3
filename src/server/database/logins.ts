/** The program's two roles in the database: their passwords, settings and bounds. */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { MigrationError } from '#server/database/migration-error.ts'
import {
  hasSettings,
  missingSettings,
  type RoleSettings,
  settingsStatement,
} from '#server/database/role-settings.ts'

export type Login = { readonly role: string; readonly setting: string }

export const app: Login = { role: 'visto_bueno_app', setting: 'DATABASE_APP_URL' }
export const platform: Login = { role: 'visto_bueno_platform', setting: 'DATABASE_PLATFORM_URL' }
/** Makes the roles that are missing, without a password. Returns those that it has made. */
export async function createRoles(owner: pg.Client): Promise<string[]> {
  const made: string[] = []
  const limits = 'nosuperuser nobypassrls nocreatedb nocreaterole'
  for (const { role } of [app, platform]) {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rowCount) continue
    // Roles belong to the whole server: a node preparing another database of it may be faster.
    made.push(role)
    await owner.query(`create role ${role} login ${limits}`).catch(error => {
      if (error.code === '42501')
        throw new MigrationError(`the role of DATABASE_URL may not create the role ${role}: create it first`)
      if (!['42710', '23505'].includes(error.code)) throw error
    })
  }
  await owner.query(`grant usage on schema public to ${app.role}, ${platform.role}`)
  return made
}

/**
 * The password follows from the owner's, so that every node on one DATABASE_URL agrees without a shared file. `mayReset`:
 * whether a role that has another one is given it; the nodes that serve with the other one would be shut out.
 */
export async function givePassword(
  owner: pg.Client,
  ownerUrl: string,
  login: Login,
  mayReset: boolean,
): Promise<string> {
  const { role, setting } = login
  const url = new URL(ownerUrl)
  const key = decodeURIComponent(url.password)
  if (!key) throw new MigrationError(`DATABASE_URL has no password: set ${setting} as well`)
  url.username = role
  url.password = createHmac('sha256', key).update(role).digest('base64url')
  if (await canLogIn(url.href, setting)) return url.href
  if (!mayReset)
    throw new MigrationError(
      `the password of ${role} does not follow from that of DATABASE_URL, and is left as it is: set ${setting} as well`,
    )
  await owner.query(`alter role ${role} login password ${pg.escapeLiteral(url.password)}`)
  return url.href
}

/** Gives a role of ours the password of its address, unless it has it. */
export async function setGivenPassword(
  owner: pg.Client,
  { url, role, setting }: Login & GivenUrl,
): Promise<void> {
  const { username, password } = new URL(url)
  if (decodeURIComponent(username) !== role || password === '') return
  if (await canLogIn(url, setting)) return
  const literal = pg.escapeLiteral(decodeURIComponent(password))
  await owner.query(`alter role ${role} login password ${literal}`)
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

/** Gives the role of `url` its settings. Refuses one above row level security, and connections without the settings. */
export async function prepareRole(
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

export type GivenUrl = { readonly url: string; readonly setting: string }

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
export async function refusePower(client: pg.Client, role: string, setting: string): Promise<void> {
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

/** Refuses a database without the rights that migrations grant, to roles that a backup does not bring along. */
export async function refuseLostRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; table: string }>(
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

/** Setting read as the application's role, because `synchronous_commit` may be set for a role or a database. */
export async function refuseUnsafeServer(appUrl: string): Promise<void> {
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

export async function withClient<T>(
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
export async function connect(client: pg.Client, setting: string): Promise<void> {
  try {
    await client.connect()
  } catch (cause) {
    // A host of several addresses that all refuse gives an error without a message.
    const { message = '', code = '' }: { message?: string; code?: string } = Object(cause)
    throw new MigrationError(`the database of ${setting} does not let us in: ${message || code}`, { cause })
  }
}
