// The data of `npm run bench:growth`: what a drill judges at a million orders must be as true as what the program writes.
import fs from 'node:fs'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { foldAllCounters } from '#features/documents/commands/fold-counters.ts'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const database = await freshDatabase()
const owner = openDb(database.ownerUrl, { size: 1, isPatient: true })
const app = openDb(database.appUrl, { size: 2, ...database.pooling })
afterAll(async () => {
  await Promise.all([owner.close(), app.close()])
  await database.drop()
})

test('the companies of the bench of growth hold every promise, before and after the work behind the answers', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(fs.readFileSync('bench/growth-data.sql', 'utf8'))
  await client.query('set session_replication_role = replica')
  for (const orders of [200, 3000]) await client.query('select growth_company($1)', [orders])
  await client.query('analyze')
  await client.end()
  const loaded = await owner.run<{ company: string; orders: number; events: number }>(sql`
    select d.company_id as company, count(*)::int as orders, (select sequence::int from chain_head h
      where h.company_id = d.company_id) as events from document d group by 1 order by 2`)
  expect(loaded.map(({ orders }) => orders)).toEqual([200, 3000])
  for (const { orders, events } of loaded) expect(events).toBeGreaterThan(2 * orders)
  expect(await brokenInvariants({ owner })).toEqual({})
  const companies = loaded.map(({ company }) => company)
  for (const work of [writeWords(app), countMonths(app)]) await work(companies)
  await foldAllCounters(app, companies)
  expect(await brokenInvariants({ owner })).toEqual({})
})
