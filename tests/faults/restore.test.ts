// The backup and the restore of docs/operations.md, its commands run as they are written there: what comes back holds
// every promise, and people sign in with the passwords that they had. Where no PostgreSQL is installed there is no
// pg_dump either: then the folder of a server that was stopped is the backup.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'
import { installedPrograms, startInstalled } from '#tests/support/installed-postgres.ts'
import { pageBlocks, verified } from '#tests/support/operations-page.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-restore-'))
fs.chmodSync(folder, 0o755)
const owner = 'the_owner_of_before'
const settings = { APP_SECRET: 'a secret of at least thirty-two characters', DEMO: '0' }
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  fs.rmSync(folder, { recursive: true, force: true })
})

const within = (name: string): string => {
  const inner = path.join(folder, name)
  fs.mkdirSync(inner, { recursive: true })
  return inner
}

/** The program on this database, until the test ends or sooner. */
async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ ...settings, ...env })
  ends.push(() => server.stop())
  return server
}

/** An order of before is there, with its proof on disk, and its people sign in. */
async function looksTheSame(origin: string, before: unknown): Promise<void> {
  expect(await shown(origin)).toEqual(before)
}

async function shown(origin: string): Promise<unknown> {
  const talk = talkTo(origin)
  const as = await talk.signIn('empresa')
  expect(as).toEqual(expect.any(String))
  const [orders, contracts] = await Promise.all([
    talk.get('/api/documents', as),
    talk.get('/api/contracts', as),
  ])
  expect(orders.body.items.length).toBeGreaterThan(3)
  return { orders: orders.body.items, contracts: contracts.body.items }
}

/** The demo tells its history all at once: a night later each of its events has its seal. */
async function isSealed(url: string): Promise<void> {
  const db = openDb(url, { size: 1 })
  const waiting = async () => (await db.run(sql`select from event_unsealed`)).length
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  await db.close()
}

const programs = installedPrograms()

/** Dumped by a role that may only read, and restored on an empty server, by the page. */
async function byThePage(bin: string): Promise<void> {
  const [backupRole = '', backup = '', restoreRoles = '', restore = ''] = pageBlocks('Backup and restore')
  const source = await startInstalled(bin, within('source'))
  ends.push(source.stop)
  await source.ask(`create role ${owner} login createrole password 'secreta'`)
  await source.ask(`create database visto_bueno owner ${owner}`)
  const from = within('from')
  const first = await start({
    DATABASE_URL: source.url(owner, 'secreta', 'visto_bueno'),
    DATA_DIR: from,
    DEMO: '1',
  })
  const before = await shown(first.origin)
  await isSealed(source.superuserUrl('visto_bueno'))
  await first.stop()
  await source.ask(backupRole)

  const sh = (script: string, env: Record<string, string>) =>
    execFileSync('bash', ['-e', '-c', script], {
      cwd: folder,
      env: { ...inheritedEnvironment(), ...env, PATH: `${bin}:${process.env.PATH}` },
      stdio: 'pipe',
    })
  sh(backup, { BACKUP_URL: source.url('visto_bueno_backup', 'secreta', 'visto_bueno'), DATA_DIR: from })

  const target = await startInstalled(bin, within('target'))
  ends.push(target.stop)
  for (const statement of restoreRoles.split(';').filter(each => each.trim() !== ''))
    await target.ask(statement)
  const to = within('to')
  const [verifyLine = '', ...commands] = restore.trimEnd().split('\n').toReversed()
  sh(commands.toReversed().join('\n'), { NEW_URL: target.superuserUrl('visto_bueno'), DATA_DIR: to })
  expect(verifyLine).toBe('npm run verify -- --files')
  const said = verified({ ...settings, DATABASE_URL: target.superuserUrl('visto_bueno'), DATA_DIR: to })
  expect(said).toMatch(/^holds {3}the journal of each company is one whole chain$/m)
  expect(said).toMatch(/^holds {3}the stored files are those that were uploaded \([1-9]/m)
  const second = await start({ DATABASE_URL: target.url(owner, 'secreta', 'visto_bueno'), DATA_DIR: to })
  await looksTheSame(second.origin, before)
}

/** The folder of a server that was stopped, copied whole. */
async function byCopy(): Promise<void> {
  const [from, to] = [within('from'), within('to')]
  const first = await start({ DATA_DIR: from, DEMO: '1' })
  const before = await shown(first.origin)
  const database = await startEmbeddedPostgres({ home: path.join(from, 'postgres'), throwaway: true })
  await isSealed(database.url)
  await database.stop()
  await first.stop()
  execFileSync('cp', ['-a', `${from}/.`, to])
  verified({ ...settings, DATA_DIR: to })
  const second = await start({ DATA_DIR: to })
  await looksTheSame(second.origin, before)
}

test(`a backup ${programs ? 'dumped and restored as the page says' : 'of the stopped server’s folder'} holds every promise, and people sign in`, {
  timeout: 240_000,
}, async () => {
  await (programs ? byThePage(programs) : byCopy())
})
