// A server of the PostgreSQL that the machine has installed, which brings pg_dump along; the embedded one does not.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { accountFor, run } from '#server/embedded/embedded-postgres-binaries.ts'
import { freePort } from '#tests/support/port.ts'

/** The folder of its programs, the newest one's; null where none is installed. */
export function installedPrograms(): string | null {
  const [home] = ['/usr/lib/postgresql'].filter(folder => fs.existsSync(folder))
  const versions = home === undefined ? [] : fs.readdirSync(home).toSorted((a, b) => Number(b) - Number(a))
  const folders = versions.map(version => path.join(String(home), version, 'bin'))
  const needed = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore']
  return folders.find(folder => needed.every(name => fs.existsSync(path.join(folder, name)))) ?? null
}

type Given = {
  /** Lines for its `postgresql.conf`. */
  readonly conf?: string
  /** The superuser's password in a data folder that is there already; absent for an empty server. */
  readonly password?: string
}

/** A server in this folder: an empty one with one superuser, or one on the data that its folder `data` has. */
export async function startInstalled(bin: string, folder: string, { conf = '', ...given }: Given = {}) {
  const [data, log] = [path.join(folder, 'data'), path.join(folder, 'log')]
  fs.mkdirSync(folder, { recursive: true })
  const account = accountFor(data)
  const password = given.password ?? randomBytes(12).toString('hex')
  if (account) fs.chownSync(folder, account.uid, account.gid)
  const port = await freePort()
  const does = async (name: string, ...args: string[]) => {
    const as = { account, cwd: folder, detached: name === 'pg_ctl' }
    const { code, output } = await run(path.join(bin, name), args, as)
    if (code !== 0) throw new Error(`${name} failed (${code}): ${output}`)
  }
  if (given.password === undefined) {
    const passwordFile = path.join(folder, 'password')
    fs.writeFileSync(passwordFile, password)
    if (account) fs.chownSync(passwordFile, account.uid, account.gid)
    const superuser = ['-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256']
    await does('initdb', '-D', data, ...superuser, '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8')
  }
  fs.appendFileSync(path.join(data, 'postgresql.conf'), `\n${conf}\n`)
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`
  await does('pg_ctl', '-D', data, '-l', log, '-w', '-o', flags, 'start')
  const url = (role: string, word: string, database: string) =>
    `postgres://${role}:${word}@127.0.0.1:${port}/${database}`
  const ask = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url('postgres', password, database) })
    await client.connect()
    try {
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const stop = () => does('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
  return {
    url,
    ask,
    stop,
    password,
    account,
    superuserUrl: (database: string) => url('postgres', password, database),
  }
}
