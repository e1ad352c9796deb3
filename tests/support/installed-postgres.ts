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

/** An empty server in this folder, with one superuser. */
export async function startInstalled(bin: string, folder: string) {
  const [data, log] = [path.join(folder, 'data'), path.join(folder, 'log')]
  fs.mkdirSync(folder, { recursive: true })
  const account = accountFor(data)
  const password = randomBytes(12).toString('hex')
  const passwordFile = path.join(folder, 'password')
  fs.writeFileSync(passwordFile, password)
  if (account) for (const each of [folder, passwordFile]) fs.chownSync(each, account.uid, account.gid)
  const given = { account, cwd: folder }
  const port = await freePort()
  const does = async (name: string, ...args: string[]) => {
    const { code, output } = await run(path.join(bin, name), args, { ...given, detached: name === 'pg_ctl' })
    if (code !== 0) throw new Error(`${name} failed (${code}): ${output}`)
  }
  await does(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '--pwfile',
    passwordFile,
    '-A',
    'scram-sha-256',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  )
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
  return { url, ask, stop, superuserUrl: (database: string) => url('postgres', password, database) }
}
