// The embedded PostgreSQL: a real server beside the program, for demos, development and tests, when DATABASE_URL is not
// set. Guarantees: a start killed at any point does not block the next one; processes that start on one folder share one
// server; the last process to stop shuts it down.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type Account,
  accountFor,
  binariesFor,
  errorCode,
  run,
} from '#server/embedded/embedded-postgres-binaries.ts'

export type EmbeddedPostgres = {
  /** The superuser's URL of the database `visto_bueno`. */
  url: string
  port: number
  password: string
  /** True when the server was already running: an orphan, or one shared with another process. */
  adopted: boolean
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  home: string
  /** Trades durability for speed: only for disposable databases. */
  throwaway?: boolean
  log?: (line: string) => void
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(path.resolve(options.home), options.throwaway ?? false)
  const { port, adopted, lease } = await connectOrStart(cluster)
  options.log?.(`PostgreSQL ${adopted ? 'adopted' : 'started'} on 127.0.0.1:${port} (${cluster.data})`)
  await createDatabase(lease.client)
  lease.socket.unref() // holding the lease is no reason to keep the process alive
  const { password } = cluster
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/visto_bueno`
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= stopWhenLast(cluster, lease)
    return stopped
  }
  return { url, port, password, adopted, stop }
}

type Cluster = {
  home: string
  data: string
  bin: string
  password: string
  account: Account
  throwaway: boolean
}
type Lease = { client: pg.Client; socket: net.Socket }

// Advisory lock that every user of a server holds shared; a process that gets it exclusively may stop the server.
const LEASE = 7_240_531
const FAILED_LAUNCHES = 5
const WAIT_ROUNDS = 150

async function prepareCluster(home: string, throwaway: boolean): Promise<Cluster> {
  const data = path.join(home, 'data')
  fs.mkdirSync(home, { recursive: true })
  const account = accountFor(data)
  if (account) fs.chownSync(home, account.uid, account.gid)
  const bin = binariesFor(home, account)
  const files = { home, data, bin, account, throwaway }
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await initialise(files)
  const password = fs.readFileSync(path.join(data, PASSWORD_FILE), 'utf8')
  return { ...files, password }
}

const PASSWORD_FILE = 'superuser.pw'

async function initialise({ home, data, bin, account, throwaway }: Omit<Cluster, 'password'>): Promise<void> {
  sweepKilledStarts(home)
  const temporary = path.join(home, `init-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${temporary}.pw`
  fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) fs.chownSync(passwordFile, account.uid, account.gid)
  const { code, output } = await run(
    path.join(bin, 'initdb'),
    [
      '-D',
      temporary,
      '-U',
      'postgres',
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-k',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(throwaway ? ['--no-sync'] : []),
    ],
    { account, cwd: home },
  )
  if (code !== 0) throw new Error(`initdb failed (${code}): ${reason(output)}`)
  // No Unix socket at all: loopback with a password suffices, and a deep folder would exceed its path limit.
  const settings = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
  fs.appendFileSync(path.join(temporary, 'postgresql.conf'), settings)
  fs.renameSync(passwordFile, path.join(temporary, PASSWORD_FILE))
  try {
    // The rename makes the data appear whole or not at all: a killed start leaves only a temporary folder.
    fs.renameSync(temporary, data)
  } catch (error) {
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) throw error
    fs.rmSync(temporary, { recursive: true, force: true }) // another starter won
  }
}

function sweepKilledStarts(home: string): void {
  for (const name of fs.readdirSync(home)) {
    const [, pid] = /^init-(\d+)-/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) fs.rmSync(path.join(home, name), { recursive: true, force: true })
  }
}

/** Connects to the data's running server, or starts one; waits for a server that is starting or stopping. */
async function connectOrStart(cluster: Cluster): Promise<{ port: number; adopted: boolean; lease: Lease }> {
  let ownPort = 0
  let failures = 0
  for (let round = 0; round < WAIT_ROUNDS; round++) {
    if (!isRunning(cluster)) {
      const port = await freePort()
      if (await launch(cluster, port)) ownPort = port
      else failures += 1
    }
    const port = postmaster(cluster)?.port
    const lease = port ? await takeLease(cluster, port) : null
    if (port && lease) return { port, adopted: port !== ownPort, lease }
    if (failures >= FAILED_LAUNCHES) break
    await sleep(200)
  }
  throw new Error(`the embedded PostgreSQL does not start: ${reason(readIfAny(logFile(cluster)))}`)
}

/** An eighth of the machine's memory, 128 MB at least and 2 GB at most; only what is touched is taken. */
const cacheMegabytes = (): number => Math.min(2048, Math.max(128, Math.floor(os.totalmem() / 2 ** 23)))

async function launch(cluster: Cluster, port: number): Promise<boolean> {
  const unsafe = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off'
  const flags = `-p ${port} ${cluster.throwaway ? unsafe : `-c shared_buffers=${cacheMegabytes()}MB`}`
  const { code } = await run(
    path.join(cluster.bin, 'pg_ctl'),
    ['-D', cluster.data, '-l', logFile(cluster), '-w', '-t', '120', '-o', flags, 'start'],
    { account: cluster.account, cwd: cluster.home, detached: true },
  )
  return code === 0
}

/** Connects, checks that the server serves these data, and takes the lease; null when any of it fails. */
async function takeLease(cluster: Cluster, port: number): Promise<Lease | null> {
  const socket = new net.Socket()
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
    application_name: 'visto-bueno lease',
    stream: () => socket,
  })
  client.on('error', () => {}) // the server went away: stop() copes
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder, pg_advisory_lock_shared($1)",
      [LEASE],
    )
    if (fs.realpathSync(rows[0]?.folder ?? '/') !== fs.realpathSync(cluster.data)) throw new Error('stranger')
    return { client, socket }
  } catch {
    socket.destroy()
    return null
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'visto_bueno'")
  if (rowCount) return
  try {
    await client.query('create database visto_bueno')
  } catch (error) {
    // Another process created the database meanwhile: 42P04, or 23505 when both were creating it at once.
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  }
}

async function stopWhenLast(cluster: Cluster, lease: Lease): Promise<void> {
  lease.socket.ref()
  const isLast = await lease.client
    .query('select pg_advisory_unlock_shared($1)', [LEASE])
    .then(() => lease.client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [LEASE]))
    .then(({ rows }) => rows[0]?.alone ?? true)
    .catch(() => true)
  if (isLast) {
    const args = ['-D', cluster.data, '-w', '-m', 'fast', 'stop']
    await run(path.join(cluster.bin, 'pg_ctl'), args, { account: cluster.account, cwd: cluster.home })
  }
  await lease.client.end().catch(() => {})
}

function isRunning(cluster: Cluster): boolean {
  const found = postmaster(cluster)
  if (!found) return false
  if (!isAlive(found.pid)) return false // PostgreSQL itself replaces such a file safely
  if (process.platform !== 'linux') return true
  const stat = readIfAny(`/proc/${found.pid}/stat`)
  if (/\(postgres\) [^ZX]/.test(stat)) return true
  // After a container restart the number may belong to another program, and PostgreSQL would refuse to
  // start. Look again before removing: a rival may have started meanwhile.
  if (postmaster(cluster)?.pid === found.pid) fs.rmSync(postmasterFile(cluster), { force: true })
  return false
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function postmaster(cluster: Cluster): { pid: number; port: number } | null {
  const [pid = '', , , port = ''] = readIfAny(postmasterFile(cluster)).split('\n')
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port) } : null
}

const postmasterFile = (cluster: Cluster) => path.join(cluster.data, 'postmaster.pid')
const logFile = (cluster: Cluster) => path.join(cluster.home, 'postgres.log')

/** The line of a program's output or log that gives the reason of a failure. */
function reason(text: string): string {
  const lines = text.trim().split('\n')
  return lines.findLast(line => /error|fatal|panic/i.test(line)) ?? lines.at(-1) ?? ''
}

function readIfAny(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
