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

const raised = (message: string) => `do $$ begin raise exception '${message}' using errcode = 'XX000'; end $$`

test.each([
  'could not commit transaction for shard 102022 on at least one active node',
  'could not commit transaction on any active node',
  'failure on connection marked as essential: 10.0.0.6:5432',
])('a cluster that lost a node within a transaction is away: %s', async message => {
  expect(isDatabaseAway(await failure(database.ownerUrl, raised(message)))).toBe(true)
})

test.each(['select no_such_column', 'select 1 / 0', raised('cache lookup failed')])(
  '%s is no outage',
  async text => {
    const error = await failure(database.ownerUrl, text)
    expect(error).toBeInstanceOf(pg.DatabaseError)
    expect(isDatabaseAway(error)).toBe(false)
  },
)
