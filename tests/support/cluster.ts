// A database on a running Citus cluster, distributed, that every test file copies on every node.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { distribute } from '#server/database/distribute.ts'
import { MIGRATIONS, readMigrations } from '#server/database/history.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { lastBeforeNodes } from '#tests/architecture/migrations.ts'
import { asMaintenance } from '#tests/support/maintenance.ts'

type Node = { readonly host: string; readonly port: number; readonly isCoordinator: boolean }

/** `url`: any database of the coordinator that knows the cluster's nodes. */
export async function makeClusterTemplate(url: string) {
  const name = `template_${randomBytes(6).toString('hex')}`
  const nodes = await within(url, readNodes)
  const nodeUrls = nodes.map(node => databaseUrl(url, node, name))
  const [coordinatorUrl = url] = nodeUrls
  for (const node of nodeUrls) {
    await asMaintenance(node, client => client.query(`create database ${name}`))
    await within(node, client => client.query('create extension citus'))
  }
  await within(coordinatorUrl, async client => {
    for (const { host, port, isCoordinator } of nodes)
      await client.query(
        isCoordinator ? 'select citus_set_coordinator_host($1, $2)' : 'select citus_add_node($1, $2)',
        [host, port],
      )
    // As upgrades make it: what is new since then runs on tables whose rows lie on nodes.
    const migrations = migrationsUpTo(lastBeforeNodes)
    await prepareDatabase(coordinatorUrl, { throwaway: true, migrations })
    await distribute(client)
    await prepareDatabase(coordinatorUrl, { throwaway: true })
    await distribute(client)
    fs.rmSync(migrations, { recursive: true })
  })
  for (const node of nodeUrls) await asMaintenance(node, client => emptyOfConnections(client, name))
  const drop = async () => {
    for (const node of nodeUrls)
      await asMaintenance(node, client => client.query(`drop database ${name} with (force)`))
  }
  return { url: coordinatorUrl, nodeUrls, drop }
}

/** A folder with the migrations up to this one. */
function migrationsUpTo(last: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-migrations-'))
  for (const { version, name } of readMigrations(MIGRATIONS))
    if (version <= last) fs.copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name))
  return folder
}

/** The coordinator first. */
async function readNodes(client: pg.Client): Promise<readonly Node[]> {
  const { rows } = await client.query<Node>(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
     where isactive order by groupid`,
  )
  return rows
}

/** Nobody may be in a database that is copied, the daemon of Citus neither. */
async function emptyOfConnections(client: pg.Client, name: string): Promise<void> {
  await client.query(`alter database ${name} with allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

function databaseUrl(like: string, { host, port }: Node, name: string): string {
  return Object.assign(new URL(like), { hostname: host, port: String(port), pathname: `/${name}` }).href
}

async function within<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
