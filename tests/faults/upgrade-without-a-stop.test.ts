// Two nodes behind a load balancer, at work all the time: the release before is replaced by this one, node by node, and
// put back; then this one by one with more migrations, and put back. It lasts as long as its programs take to start.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '#server/database/db.ts'
import { MIGRATIONS, readMigrations } from '#server/database/history.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { releases } from '#server/database/releases.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { oneForMany, startServer, temporaryFolder } from '#tests/support/server.ts'
import { startTwoNodes, type TwoNodes } from '#tests/support/two-nodes.ts'
import { previous, unpackNextRelease, unpackPreviousRelease, whyNotHere } from './previous-release.ts'

const folder = temporaryFolder()
const timeout = 240_000
let database: EmbeddedPostgres
let owner: Db
let pair: TwoNodes
/** Addresses with which programs of this release serve; set once the owner has migrated. */
let addresses: Record<string, string>

const reason = whyNotHere()
if (reason) console.log(`Left out, the upgrade from ${previous.version}: ${reason}`)
const previousProgram = path.join(folder, 'previous')

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  owner = openDb(database.url, { size: 1, isPatient: true })
  if (reason === null) unpackPreviousRelease(previousProgram)
  else await migrate()
  pair = await startTwoNodes(reason === null ? startPrevious : startThis)
}, timeout)
afterAll(async () => {
  await pair?.stop()
  await owner?.close()
  await database?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}, timeout)

const common = { ...oneForMany, DATA_DIR: folder, DEMO: '1', APP_SECRET: 'x'.repeat(40), DRAIN_SECONDS: '1' }
/** It migrates by itself. */
const startPrevious = () => startServer({ ...common, DATABASE_URL: database.url }, undefined, previousProgram)
const startPreviousAgain = () => startServer({ ...common, ...addresses }, undefined, previousProgram)
const startThis = () => startServer({ ...common, ...addresses })
const startNext = () => startServer({ ...common, ...addresses }, undefined, nextProgram)

/** Migrates as the owner, apart from the programs. */
async function migrate(migrations?: string): Promise<readonly string[]> {
  const options = { throwaway: true, ...(migrations ? { migrations } : {}) }
  const { applied, appUrl, platformUrl } = await prepareDatabase(database.url, options)
  addresses = { DATABASE_APP_URL: appUrl, DATABASE_PLATFORM_URL: platformUrl }
  return applied
}

test.skipIf(reason !== null)(
  `release ${previous.version} is replaced by this one and put back, node by node`,
  { timeout },
  async () => {
    await pair.work.goesOn()
    expect(await migrate()).toHaveLength(migrationsSince(previous.version))
    await pair.work.goesOn()
    await pair.replace(startThis)
    await pair.replace(startPreviousAgain)
    await pair.replace(startThis)
  },
)

function migrationsSince(version: string): number {
  const former = releases.find(release => release.version === version)
  return readMigrations(MIGRATIONS).length - (former?.lastMigration ?? 0)
}

const nextProgram = path.join(folder, 'next')

test('this one is replaced by one with more migrations and put back, node by node', { timeout }, async () => {
  unpackNextRelease(nextProgram, {
    expands: 'alter table document add column tried int;\nalter table member add column tried int;',
    index: '-- no transaction\ncreate index concurrently document_tried on document (company_id, tried);',
  })
  await pair.work.goesOn()
  expect(await migrate(path.join(nextProgram, 'db/migrations'))).toHaveLength(2)
  await pair.work.goesOn()
  await pair.replace(startNext)
  await pair.replace(startThis)
  for (const { output } of pair.nodes)
    expect(output()).toMatch(/_index.sql.*the database is newer than this program/)
})

test('meanwhile no request failed; what was acknowledged is there, once, and true', async () => {
  await pair.endWell(owner)
  expect(pair.work.signedOut, 'a session was refused').toBe(0)
})
