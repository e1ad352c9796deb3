// "Back to a moment" of docs/operations.md, its blocks run as they stand there: of a database that went on after the
// moment and then died, exactly what was there at the moment comes back, whole. Needs an installed PostgreSQL.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { askDatabase } from '#tests/support/at-work.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'
import { installedPrograms, startInstalled } from '#tests/support/installed-postgres.ts'
import { pageBlocks, verified } from '#tests/support/operations-page.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { type Talk, talkTo } from '#tests/support/talk.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-moment-'))
fs.chmodSync(folder, 0o755)
const settings = { APP_SECRET: 'a secret of at least thirty-two characters' }
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  fs.rmSync(folder, { recursive: true, force: true })
})

const [archiving = '', baseRole = '', baseBackup = '', restore = ''] = pageBlocks('Back to a moment')

const places = {
  WAL: path.join(folder, 'wal'),
  BASE: path.join(folder, 'base'),
  PGDATA: path.join(folder, 'target', 'data'),
}
const files = path.join(folder, 'program')

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ ...settings, DATA_DIR: files, ...env })
  ends.push(() => server.stop())
  return server
}

const order = (name: string) => ({
  projectId: 'PRJ-001',
  type: 'gasto',
  name,
  providerId: 'PRV-001',
  amountMinor: '100',
  duplicateReason: 'Son muchos iguales',
})

async function submit(talk: Talk, as: string, name: string): Promise<void> {
  expect(await talk.post('/api/documents', as, order(name))).toMatchObject({ status: 200 })
}

/** Names of our orders that the program knows, oldest first. */
async function ours(talk: Talk, as: string): Promise<readonly string[]> {
  const { body } = await talk.get('/api/documents?q=momento&limit=200', as)
  return body.items.map(({ name }: { name: string }) => name).toSorted()
}

const bin = installedPrograms()
const needs = bin !== null && fs.existsSync(path.join(bin, 'pg_basebackup'))

test.runIf(needs)(
  'a database comes back as it was at a moment after its base backup, and holds every promise',
  {
    timeout: 240_000,
  },
  async () => {
    if (bin === null) throw new Error('no installed PostgreSQL')
    const source = await startInstalled(bin, path.join(folder, 'source'), {
      conf: archiving.replaceAll('$WAL', places.WAL),
    })
    ends.push(source.stop)
    const { account } = source
    for (const each of [places.WAL, places.BASE, path.dirname(places.PGDATA)]) {
      fs.mkdirSync(each)
      if (account) fs.chownSync(each, account.uid, account.gid)
    }
    const sh = (script: string, env: Record<string, string>) =>
      execFileSync('bash', ['-e', '-c', script], {
        ...account,
        cwd: folder,
        env: { ...inheritedEnvironment(), ...places, ...env, PATH: `${bin}:${process.env.PATH}` },
        stdio: 'pipe',
      })
    await source.ask('create database visto_bueno')
    const url = source.superuserUrl('visto_bueno')
    const before = await start({ DATABASE_URL: url, DEMO: '1' })
    const talk = talkTo(before.origin)
    const as = await talk.signIn('cliente')
    await submit(talk, as, 'Antes de la copia, momento 1')
    await source.ask(baseRole)
    sh(baseBackup, { BASE_URL: source.url('visto_bueno_base', 'secreta', 'postgres') })
    await submit(talk, as, 'Antes del momento, momento 2')
    const moment = String((await source.ask('select clock_timestamp()::text as at')).rows[0].at)
    await submit(talk, as, 'Después del momento, momento 3')
    expect(await ours(talk, as)).toHaveLength(3)
    const { last } = (await source.ask('select pg_walfile_name(pg_switch_wal()) as last')).rows[0]
    await expect.poll(() => fs.existsSync(path.join(places.WAL, last)), { timeout: 30_000 }).toBe(true)
    await before.kill()
    await source.stop()
    ends.splice(0, ends.length)

    sh(restore, { MOMENT: moment })
    const target = await startInstalled(bin, path.dirname(places.PGDATA), {
      password: source.password,
      conf: `archive_command = 'true'`,
    })
    ends.push(target.stop)
    const inRecovery = async () => (await target.ask('select pg_is_in_recovery() as yes')).rows[0].yes
    await expect.poll(inRecovery, { timeout: 60_000 }).toBe(false)
    const restored = { DATABASE_URL: target.superuserUrl('visto_bueno') }
    const after = await start(restored)
    const again = talkTo(after.origin)
    const back = await again.signIn('cliente')
    expect(await ours(again, back)).toEqual(['Antes de la copia, momento 1', 'Antes del momento, momento 2'])
    await submit(again, back, 'Otra historia, momento 3')
    // The demo's events are of months ago: one that the moment found unsealed looks as if it had waited since.
    const unsealed = () => askDatabase(restored.DATABASE_URL, 'select from event_unsealed')
    await expect.poll(unsealed, { timeout: 60_000 }).toEqual([])
    verified({ ...settings, ...restored, DATA_DIR: files })
  },
)
