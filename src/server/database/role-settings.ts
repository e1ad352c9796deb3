/**
 * Settings of the program's two roles in its database: how long a statement and a lock may take, and what pages cost.
 * Roles keep them, instead of each connection asking for them when it opens: a pooler in front refuses such a request,
 * and would otherwise lend one client's settings to another.
 */
import pg from 'pg'

const settings = {
  statement_timeout: '4s',
  // A lock on a row waits twice: for the row's lock queue, and for the row.
  lock_timeout: '1100ms',
  idle_in_transaction_session_timeout: '10s',
  // Data in memory and on solid-state disks: a random page costs nearly the same as the next one. No JIT: statements
  // are too short to repay its compilation.
  random_page_cost: '1.1',
  jit: 'off',
} as const

/** Settings besides, where the rows lie on the nodes of a cluster. */
const onNodes = {
  // The company of a transaction reaches the nodes, for row level security there.
  'citus.propagate_set_commands': 'local',
  // A join of a company's rows with local ones is refused: some end the server's process.
  'citus.local_table_join_policy': 'never',
  // The function `member_decides` reads the company's rows on the node on which it runs.
  'citus.allow_nested_distributed_execution': 'on',
} as const

export type RoleSettings = Readonly<Record<string, string>>

export const roleSettings = (isDistributed: boolean): RoleSettings =>
  isDistributed ? { ...settings, ...onNodes } : settings

/** SQL that gives a role the settings in the connection's database: valid for connections opened afterwards. */
export function settingsStatement(role: string, database: string, settings: RoleSettings): string {
  const target = `${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)}`
  return Object.entries(settings)
    .map(([name, value]) => `alter role ${target} set ${name} = '${value}'`)
    .join('; ')
}

/** True when the role has the settings in this database, so that a start changes nothing. */
export async function hasSettings(client: pg.Client, role: string, settings: RoleSettings): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
     where r.rolname = $1 and d.datname = current_database() and s.setconfig @> $2::text[]`,
    [role, Object.entries(settings).map(([name, value]) => `${name}=${value}`)],
  )
  return rowCount === 1
}

/** Names of the settings that this very connection was opened without. */
export async function missingSettings(client: pg.Client, settings: RoleSettings): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [Object.keys(settings)],
  )
  const wanted = new Map(Object.entries(settings))
  return rows.filter(({ name, value }) => wanted.get(name) !== value).map(({ name }) => name)
}
