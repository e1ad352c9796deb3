import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Limit } from '#kernel/limit.ts'
import { openLimits, sweepAttempts } from '#server/auth/limits.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let db: ReturnType<typeof openDb>
const secret = makeSecret('one secret of at least thirty-two characters')

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.appUrl)
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const limit: Limit = { name: 'tries', most: 5, windowSeconds: 60, isOfAddress: true }
const pass = () => db.run(sql`update attempt set ends_at = now() - interval '1 second'`)

test('of a hundred at once, from two nodes, exactly as many pass as the limit says', async () => {
  const nodes = [openLimits(db, secret), openLimits(db, secret)]
  const asked = Array.from({ length: 100 }, (_, index) =>
    nodes[index % 2]?.take([{ limit, subject: 'todos' }]),
  )
  const exceeded = await Promise.all(asked)
  expect(exceeded.filter(over => over?.length === 0)).toHaveLength(5)
  const wait = exceeded.flatMap(over => over ?? []).map(over => over.waitSeconds)
  expect(Math.max(...wait)).toBeLessThanOrEqual(60)
})

test('subjects and limits count apart, and a window that has passed begins anew', async () => {
  const limits = openLimits(db, secret)
  const once = { ...limit, most: 1 }
  const take = (subject: string, name = 'once') => limits.take([{ limit: { ...once, name }, subject }])
  expect(await take('a')).toEqual([])
  expect(await take('a')).toMatchObject([{ limit: { name: 'once' } }])
  expect(await take('b')).toEqual([])
  expect(await take('a', 'other')).toEqual([])
  await pass()
  expect(await take('a')).toEqual([])
})

test('a try that is given back is as if it had not been', async () => {
  const limits = openLimits(db, secret)
  const tries = [
    { limit: { ...limit, most: 1 }, subject: 'vuelve' },
    { limit: { ...limit, name: 'more', most: 1 }, subject: 'vuelve' },
  ]
  for (let round = 0; round < 3; round++) {
    expect(await limits.take(tries)).toEqual([])
    await limits.uncount(tries)
  }
})

test('limits of addresses may be lifted, others never', async () => {
  const limits = openLimits(db, secret, { isRelaxed: true })
  const strict = { ...limit, name: 'strict', most: 1, isOfAddress: false }
  const take = () =>
    limits.take([
      { limit: { ...limit, most: 1 }, subject: 'suite' },
      { limit: strict, subject: 'suite' },
    ])
  expect(await take()).toEqual([])
  expect((await take()).map(over => over.limit.name)).toEqual(['strict'])
})

test('nobody’s address is readable in the table, and what has passed is forgotten', async () => {
  await openLimits(db, secret).take([{ limit, subject: 'ana@norte.example 10.0.0.1' }])
  const rows = await db.run<{ all: string }>(sql`select string_agg(t::text, ' ') as all from attempt t`)
  expect(rows[0]?.all).not.toMatch(/ana|10\.0\.0/)
  await pass()
  await sweepAttempts(db)
  expect(await db.run(sql`select key from attempt`)).toEqual([])
})
