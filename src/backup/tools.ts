/** PostgreSQL's own programs. They are told the address in their environment: a command line is seen by everybody on the machine. */
import { spawn } from 'node:child_process'
import pg from 'pg'
import { BackupError } from '#backup/manifest.ts'

const parameters = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const

/** @throws BackupError with what the program said, when it is not there or fails. */
export async function runTool(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string,
): Promise<void> {
  const child = spawn(name, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...connectionEnvironment(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said = `${said}${chunk}`.slice(0, 2000)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  }).catch(error => {
    if (error.code === 'ENOENT')
      throw new BackupError(`${name} is not installed: it comes with PostgreSQL's client programs`)
    throw error
  })
  if (code !== 0) throw new BackupError(`${name} failed: ${said.trim().replaceAll('\n', ' · ')}`)
}

function connectionEnvironment(url: string): Record<string, string> {
  // As our own driver reads the address, so that both speak to one server.
  const { host, port, user = '', password, database = '' } = new pg.Client({ connectionString: url })
  const environment: Record<string, string> = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: typeof password === 'string' ? password : '',
    PGDATABASE: database,
  }
  const { searchParams } = new URL(url)
  for (const [parameter, name] of Object.entries(parameters)) {
    const value = searchParams.get(parameter)
    if (value !== null) environment[name] = value
  }
  // Where no authority is named, our driver trusts the public ones, and libpq (from 16 on) is told to.
  if (environment.PGSSLMODE === 'verify-full') environment.PGSSLROOTCERT ??= 'system'
  return environment
}
