// The data of `npm run bench:growth`: what a drill judges at a million orders must be as true as what the program writes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { foldAllCounters } from '#features/documents/commands/fold-counters.ts'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const database = await freshDatabase()
const owner = openDb(database.ownerUrl, { size: 1, isPatient: true })
const app = openDb(database.appUrl, { size: 2, ...database.pooling })
afterAll(async () => {
  await Promise.all([owner.close(), app.close()])
  await database.drop()
})

async function loadCompanies(sizes: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  for (const orders of sizes) await client.query('select growth_company($1)', [orders])
  await client.query('analyze')
  await client.end()
}

/** `npm run verify`, under these options of Node. */
async function verified(options: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...options, 'scripts/verify.ts'], {
    env: { ...inheritedEnvironment(), DATABASE_URL: database.ownerUrl, DATA_DIR: '/nowhere' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

test('the companies of the bench of growth hold every promise, before and after the work behind the answers', async () => {
  await owner.pool.query(fs.readFileSync('bench/growth-data.sql', 'utf8'))
  await loadCompanies([200, 3000])
  const loaded = await owner.run<{ company: string; orders: number; events: number }>(sql`
    select d.company_id as company, count(*)::int as orders, (select sequence::int from chain_head h
      where h.company_id = d.company_id) as events from document d group by 1 order by 2`)
  expect(loaded.map(({ orders }) => orders)).toEqual([200, 3000])
  for (const { orders, events } of loaded) expect(events).toBeGreaterThan(2 * orders)
  expect(await brokenInvariants({ owner })).toEqual({})
  const companies = loaded.map(({ company }) => company)
  for (const work of [writeWords(app), countMonths(app), tallyAllSeats(app)]) await work(companies)
  await foldAllCounters(app, companies)
  expect(await brokenInvariants({ owner })).toEqual({})
})

// Twenty thousand orders take half a minute to load, and on a slow machine more than one.
test('a journal that was changed at its beginning is told in little memory, however long it is', {
  timeout: 240_000,
}, async () => {
  await loadCompanies([20_000])
  const [longest] = await owner.run<{ company: string }>(sql`
    select company_id as company from chain_head order by sequence desc limit 1`)
  await owner.run(sql`
    update event set request_id = 'otra' where company_id = ${longest?.company} and number = (
      select min(number) from event where company_id = ${longest?.company})`)
  const { code, output } = await verified(['--max-old-space-size=96'])
  expect(output).toContain(`${longest?.company} 1 edited`)
  expect(code).toBe(1)
})
