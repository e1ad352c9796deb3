// Housekeeping on several nodes: each run is done by one of them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { advanceClock } from '#server/clock.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { inTurn } from '#server/jobs/housekeeping.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let node: Db
let nodes: readonly Db[]
beforeAll(async () => {
  database = await freshDatabase()
  node = openDb(database.appUrl)
  nodes = [node, openDb(database.appUrl), openDb(database.appUrl)]
})
afterAll(async () => {
  await Promise.all(nodes.map(each => each.close()))
  await database.drop()
})

let done: string[] = []
beforeEach(() => {
  done = []
})

const task = (name: string) => ({ name, seconds: 300 })
/** The timers of all nodes come at once. */
const allCome = (name: string) =>
  Promise.all(nodes.map(each => inTurn(each, task(name), async () => void done.push(name))))

test('a run is done by one node, however many come at once, and again when its time has passed', async () => {
  await allCome('sweep')
  expect(done).toEqual(['sweep'])
  advanceClock(200)
  await allCome('sweep')
  expect(done).toEqual(['sweep'])
  advanceClock(100)
  await allCome('sweep')
  expect(done).toEqual(['sweep', 'sweep'])
})

test('tasks have turns of their own', async () => {
  await allCome('reminders')
  await allCome('months')
  expect(done).toEqual(['reminders', 'months'])
})

test('a run that fails is said, and left to the next turn', async () => {
  const failing = inTurn(node, task('deputies'), () => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  await allCome('deputies')
  expect(done).toEqual([])
  advanceClock(300)
  await allCome('deputies')
  expect(done).toEqual(['deputies'])
})

test('a node whose clock ran ahead puts nothing off', async () => {
  await node.run(
    sql`insert into housekeeping_turn (task, next_at) values ('words', now() + interval '90 days')`,
  )
  await allCome('words')
  expect(done).toEqual(['words'])
})
