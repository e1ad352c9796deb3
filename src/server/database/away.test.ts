// A database that cannot be worked with now is said to be busy, and is asked again; whatever else fails is a fault.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseAway } from '#server/database/away.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

async function failure(url: string, text = 'select 1'): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.query(text))
    .then(
      () => null,
      error => error,
    )
    .finally(() => client.end().catch(() => {}))
}

const changed = (parts: { username?: string; password?: string; port?: string }) =>
  Object.assign(new URL(database.appUrl), parts).href

test.each([
  ['whose password was changed, until the node has the new one', () => changed({ password: 'la de antes' })],
  ['that nobody listens for', () => changed({ port: '1' })],
])('a database %s is away', async (_, url) => {
  expect(isDatabaseAway(await failure(url()))).toBe(true)
})

test.each(['select no_such_column', 'select 1 / 0'])('%s is no outage', async text => {
  const error = await failure(database.ownerUrl, text)
  expect(error).toBeInstanceOf(pg.DatabaseError)
  expect(isDatabaseAway(error)).toBe(false)
})
