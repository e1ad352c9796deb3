// A role whose password is changed under a node that knows both: it goes on, and needs no start for it.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Db, openDb } from '#server/database/db.ts'
import { addressThatOpens } from '#server/database/next-passwords.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

const role = `relevo_${process.pid}`
let database: TestDatabase
let owner: Db

beforeAll(async () => {
  database = await freshDatabase()
  owner = openDb(database.ownerUrl, { size: 1 })
  await owner.pool.query(`create role ${role} login password 'primera'`)
})
afterAll(async () => {
  await owner.pool.query(`drop role ${role}`)
  await owner.close()
  await database.drop()
})

const change = (password: string) => owner.pool.query(`alter role ${role} password '${password}'`)
const address = (password: string) =>
  Object.assign(new URL(database.ownerUrl), { username: role, password }).href
const open = (nextPasswords: readonly string[]) => {
  const db = openDb(address('primera'), { size: 6, nextPasswords })
  onTestFinished(() => db.close())
  return db
}
/** As many connections as the pool may have, at once. */
const askAtOnce = async (db: Db) => {
  const asked = Array.from({ length: 6 }, () =>
    db.run(sql`select current_user::text as name, pg_sleep(0.05)`),
  )
  return new Set((await Promise.all(asked)).map(([row]) => row?.name))
}

test('a pool goes on opening connections when the password becomes the next one, and when it is back', async () => {
  const db = open(['otra', 'segunda'])
  await db.run(sql`select 1`)
  for (const password of ['segunda', 'primera']) {
    await change(password)
    expect(await askAtOnce(db)).toEqual(new Set([role]))
    await owner.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
      role,
    ])
    await expect.poll(() => db.pool.totalCount).toBe(0)
  }
})

test('a pool whose passwords all are refused says so', async () => {
  await change('tercera')
  await expect(askAtOnce(open(['segunda']))).rejects.toThrow(/password authentication failed/)
  await change('primera')
})

test('a node that starts takes the address that opens', async () => {
  expect(await addressThatOpens(address('primera'), ['segunda'])).toBe(address('primera'))
  expect(await addressThatOpens(address('vieja'), ['otra', 'primera'])).toBe(address('primera'))
  expect(await addressThatOpens(address('vieja'), ['otra'])).toBe(address('vieja'))
  expect(await addressThatOpens(address('vieja'), [])).toBe(address('vieja'))
})
