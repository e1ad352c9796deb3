// Work that another transaction stood in the way of: a deadlock that PostgreSQL broke, or a change that came first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { ConcurrencyConflict, retrying } from '#server/database/retrying.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { isUnderOtherClock } from '#tests/support/faketime.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  const owner = openDb(database.ownerUrl, { size: 1 })
  // Long before anybody gives up waiting for a lock, whatever else the machine does.
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await owner.run({ text: `alter database ${name} set deadlock_timeout = '50ms'`, values: [] })
  await owner.close()
  db = openDb(database.appUrl, { size: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test.skipIf(isUnderOtherClock)(
  'two transactions that lock each other out are both done in the end, and each once',
  async () => {
    const companyId = newId()
    const tries = [0, 0]
    const bothHold = gate(2)
    const lock = (which: number) => sql`select pg_advisory_xact_lock(77, ${which})`
    const done = await Promise.all(
      [0, 1].map(me =>
        asSystem(db, companyId, async tx => {
          tries[me] = (tries[me] ?? 0) + 1
          await tx.all(lock(me))
          if (tries[me] === 1) await bothHold()
          await tx.all(lock(1 - me))
          return me
        }),
      ),
    )
    expect(done).toEqual([0, 1])
    expect(tries.toSorted()).toEqual([1, 2])
  },
)

test('what is overtaken three times is told to come back, and anything else is never repeated', async () => {
  let tries = 0
  const always = (error: Error) =>
    retrying(async () => {
      tries += 1
      throw error
    })
  await expect(always(new ConcurrencyConflict())).rejects.toMatchObject({
    problem: { type: '/problems/busy' },
  })
  expect(tries).toBe(3)
  await expect(always(new Error('a bug'))).rejects.toThrow('a bug')
  expect(tries).toBe(4)
})

/** Opens for everybody once so many have come. */
function gate(expected: number): () => Promise<void> {
  let come = 0
  let open: () => void = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return () => {
    come += 1
    if (come === expected) open()
    return opened
  }
}

test('a migration that changes the type of a column under prepared statements stops nobody', async () => {
  const owner = openDb(database.ownerUrl, { size: 1 })
  const companyId = newId()
  const asked = () => asSystem(db, companyId, tx => tx.all<{ n: unknown }>(sql`select n from widened`))
  try {
    await owner.run(sql`create table widened (n int not null)`)
    await owner.run(sql`grant select on widened to public`)
    await owner.run(sql`insert into widened values (7)`)
    // Each connection of the pool has prepared it.
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 4 }, asked))
    await owner.run(sql`alter table widened alter column n type text`)
    const seen = await Promise.all(Array.from({ length: 12 }, asked))
    expect(seen.flat().map(row => row.n)).toEqual(Array(12).fill('7'))
  } finally {
    await owner.run(sql`drop table widened`)
    await owner.close()
  }
})
