// Two nodes behind a load balancer, at work all the time: the release before is replaced by this one, node by node, and
// put back; then this one by one with more migrations, and put back. It lasts as long as its programs take to start.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '#server/database/db.ts'
import { MIGRATIONS, readMigrations } from '#server/database/history.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { releases } from '#server/database/releases.ts'
import { sql } from '#server/database/sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { type Balancer, startBalancer } from '#tests/support/balancer.ts'
import { oneForMany, type RunningServer, startServer, temporaryFolder } from '#tests/support/server.ts'
import { type Answer, talkTo } from '#tests/support/talk.ts'
import { brokenInvariants } from '#verify/invariants.ts'
import { previous, unpackNextRelease, unpackPreviousRelease, whyNotHere } from './previous-release.ts'

const folder = temporaryFolder()
const timeout = 240_000
let database: EmbeddedPostgres
let balancer: Balancer
let owner: Db
let work: Work
/** Addresses with which programs of this release serve; set once the owner has migrated. */
let addresses: Record<string, string>
/** The two nodes of the moment. */
const nodes: RunningServer[] = []

const reason = whyNotHere()
if (reason) console.log(`Left out, the upgrade from ${previous.version}: ${reason}`)
const previousProgram = path.join(folder, 'previous')

beforeAll(async () => {
  database = await startEmbeddedPostgres({ home: path.join(folder, 'postgres'), throwaway: true })
  owner = openDb(database.url, { size: 1, isPatient: true })
  balancer = await startBalancer()
  if (reason === null) unpackPreviousRelease(previousProgram)
  else await migrate()
  const start = () => (reason === null ? startPrevious() : startThis())
  nodes.push(...(await Promise.all([start(), start()])))
  for (const { origin } of nodes) await balancer.add(origin)
  work = startWork()
}, timeout)
afterAll(async () => {
  await work?.end()
  await Promise.all(nodes.map(node => node.stop()))
  await balancer?.stop()
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

/** Ends one node after the other, and starts another in its place. */
async function replaceNodes(start: () => Promise<RunningServer>) {
  for (const node of nodes.splice(0)) {
    expect(await node.stop()).toBe(0)
    await balancer.remove(node.origin)
    const next = await start()
    nodes.push(next)
    await balancer.add(next.origin)
    await work.goesOn()
  }
}

type Work = ReturnType<typeof startWork>

/** People who make orders, approve them and look at lists, with no pause. */
function startWork() {
  const talk = talkTo(balancer.origin, { isPatient: true })
  const made = new Map<string, string>()
  const refused: string[] = []
  let isOver = false
  const accept = (what: string, answer: Answer) => {
    if (answer.status !== 200) refused.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const write = async (worker: number) => {
    const [client, marta, diego] = await Promise.all(['cliente', 'marta', 'diego'].map(talk.signIn))
    if (!client || !marta || !diego) throw new Error('nobody')
    for (let turn = 0; !isOver; turn++) {
      const name = `Relevo ${worker}-${turn}`
      const order = {
        projectId: 'PRJ-001',
        type: 'gasto',
        name,
        providerId: 'PRV-001',
        amountMinor: '100',
        duplicateReason: 'Son entregas distintas',
      }
      const key = `relevo-${worker}-${turn}-clave`
      const { body } = accept('submitting', await talk.post('/api/documents', client, order, key))
      made.set(name, body?.id)
      const decision = { revision: 1, decision: 'approve' }
      const approve = (as: string) => talk.post(`/api/documents/${body?.id}/decision`, as, decision)
      for (const answer of await Promise.all([approve(marta), approve(diego)])) accept('approving', answer)
      // Another node, of another release perhaps, is asked with the same key.
      const again = await talk.post('/api/documents', client, order, key)
      if (accept('submitting again', again).body?.id !== body?.id) refused.push(`${name}: another id`)
    }
  }
  const read = async () => {
    while (!isOver) {
      const as = await talk.signIn('marta')
      for (let turn = 0; turn < 10 && !isOver; turn++)
        for (const url of ['/api/projects', '/api/documents']) accept(url, await talk.get(url, as))
    }
  }
  const work = Promise.all([write(1), write(2), read()])
  return {
    made,
    refused,
    /** Until so many more orders were made. */
    goesOn: async (more = 6) => {
      const before = made.size
      await expect.poll(() => made.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + more)
    },
    end: async () => {
      isOver = true
      await work
    },
  }
}

test.skipIf(reason !== null)(
  `release ${previous.version} is replaced by this one and put back, node by node`,
  { timeout },
  async () => {
    await work.goesOn()
    expect(await migrate()).toHaveLength(migrationsSince(previous.version))
    await work.goesOn()
    await replaceNodes(startThis)
    await replaceNodes(startPreviousAgain)
    await replaceNodes(startThis)
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
  await work.goesOn()
  expect(await migrate(path.join(nextProgram, 'db/migrations'))).toHaveLength(2)
  await work.goesOn()
  await replaceNodes(startNext)
  await replaceNodes(startThis)
  for (const { output } of nodes)
    expect(output()).toMatch(/_index.sql.*the database is newer than this program/)
})

test('meanwhile no request failed; what was acknowledged is there, once, and true', async () => {
  await work.end()
  const { made, refused } = work
  expect({ refused, faults: balancer.faults }).toEqual({ refused: [], faults: [] })
  const { 200: done = 0, 503: busy = 0 } = Object.fromEntries(balancer.statuses)
  expect(busy).toBeLessThan(done / 20)
  const rows = await owner.run<{ name: string; id: string }>(sql`
    select name, id from document where name like 'Relevo %'`)
  expect(new Map(rows.map(({ name, id }) => [name, id]))).toEqual(made)
  expect(rows).toHaveLength(made.size)
  expect(await brokenInvariants({ owner })).toEqual({})
})
