// A real PgBouncer in transaction mode: each transaction may be given another connection to PostgreSQL.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findProgram, installPackage } from '#tests/support/debian.ts'
import { freePort } from '#tests/support/port.ts'

/** True when PgBouncer is here; on a bare Debian run as root it is installed. */
export function hasPgBouncer(): boolean {
  if (findProgram('pgbouncer') === null) installPackage('pgbouncer')
  return findProgram('pgbouncer') !== null
}

/** True when it carries prepared statements along: from 1.21 on; Debian 12 has 1.18. */
export function carriesPrepared(): boolean {
  const program = findProgram('pgbouncer')
  const said = program === null ? '' : spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout
  const [, major = '0', minor = '0'] = said.match(/^PgBouncer (\d+)\.(\d+)/) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

export type PgBouncer = {
  /** The address of a role of `urls`, through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/** @param urls Addresses on one PostgreSQL, of the roles that may come in. @param poolSize Connections for each role. */
export async function startPgBouncer(urls: readonly string[], poolSize: number): Promise<PgBouncer> {
  const program = findProgram('pgbouncer')
  const roles = urls.map(url => new URL(url))
  const [server] = roles
  if (program === null || !server) throw new Error('no PgBouncer, or nothing behind it')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-pooler-'))
  const port = await freePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  const people = path.join(folder, 'users.txt')
  fs.writeFileSync(people, roles.map(role => `"${role.username}" "${role.password}"\n`).join(''))
  fs.writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${people}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
${carriesPrepared() ? 'max_prepared_statements = 400' : ''}
`,
  )
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) fs.chmodSync(folder, 0o755)
  const child = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const through = (url: string) =>
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: `${port}` }).href
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  // Of another database than the one asked for: it keeps the connection, and a template with one cannot be copied.
  const elsewhere = through(Object.assign(new URL(server.href), { pathname: '/postgres' }).href)
  while (!(await answers(elsewhere))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await sleep(50)
  }
  return { through, stop }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
