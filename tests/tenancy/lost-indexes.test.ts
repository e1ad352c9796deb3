// Every statement that the calls of the product ask, planned for tables of a thousand million rows, twice: for somebody
// who may see all rows, and for the program, which row level security binds to a company.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { openAnyCall } from '#tests/support/any-call.ts'
import { ordersOf } from '#tests/support/cast.ts'
import { sampleOf } from '#tests/support/samples.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { lostIndexes, planOf } from './lost-indexes.ts'

const asked = vi.spyOn(pg.Client.prototype, 'query')
const { app, cast, known, insidersOf, send } = await openAnyCall()
afterAll(async () => {
  asked.mockRestore()
  await app.stop()
})

/** Conditions that lose their index and may, each with the reason. */
const mayLose = [
  // A company has few rates, and nearly all of them hold from before today.
  '$2 AT TIME ZONE co.time_zone::date >= x.holds_from',
]

const inside = app.calls.filter(({ kind }) => kind !== 'public' && kind !== 'platform')
const statements = new Set<string>()

beforeAll(async () => {
  const orders = ordersOf(app, cast)
  await orders.confirm(await orders.approved(), cast.executor)
  const [approver = ''] = cast.approvers
  await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
  const people = [approver, cast.executor, await app.signIn(cast.address('proveedor'))]
  for (const { endpoint, kind } of inside.filter(call => call.endpoint.method === 'GET'))
    for (const token of [...insidersOf({ kind }), ...people])
      for (const query of ['', ...eachOf(sampleOf(endpoint, 'query', known))])
        await send(endpoint, { token, query })
  for (const { endpoint } of inside.filter(call => call.endpoint.method !== 'GET')) await send(endpoint)
  await deliverAll(app.db)
  for (const [query] of asked.mock.calls) {
    const { text } = Object(query)
    if (typeof text === 'string' && /^\s*(select|with|insert|update|delete)\s/.test(text))
      statements.add(text)
  }
  await app.owner.run(sql`update pg_class set relpages = 1, reltuples = 1e9
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'years'::regnamespace)`)
}, 300_000)

/** A query with each of the parameters alone. */
const eachOf = (sample: object): string[] =>
  Object.entries(sample).map(([name, value]) => `?${new URLSearchParams({ [name]: String(value) })}`)

/** Conditions of a statement that find rows by an index, and for the program do not. */
async function lostBy(statement: string): Promise<string[]> {
  const program = await asSystem(app.db, cast.companyId, tx =>
    planOf(text => tx.all({ text, values: [] }), statement),
  )
  const client = await app.owner.pool.connect()
  try {
    await client.query('begin')
    const all = await planOf(async text => (await client.query(text)).rows, statement)
    return lostIndexes(all, program)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('row level security takes no index from a statement', async () => {
  expect(statements.size).toBeGreaterThan(700)
  const lost = new Map<string, string>()
  for (const statement of statements)
    for (const condition of await lostBy(statement)) lost.set(condition, statement.trim().slice(0, 200))
  expect([...lost].filter(([condition]) => !mayLose.includes(condition))).toEqual([])
  expect(
    mayLose.filter(condition => !lost.has(condition)),
    'no longer lost',
  ).toEqual([])
}, 300_000)

test.each([
  'd.provider_id = coalesce((select m.merged_into from provider m where m.company_id = $1 and m.id = $2), $2)',
  'coalesce(p.merged_into, p.id) = d.provider_id',
  "d.provider_id = p.payment_terms ->> 'of'",
  'd.provider_id = lower(p.name)',
])('this loses one: %s', async condition => {
  expect(await lostBy(joined(condition))).toHaveLength(1)
})

test.each([
  'd.provider_id = (select coalesce(m.merged_into, m.id) from provider m where m.company_id = $1 and m.id = $2)',
  'd.provider_id = greatest(p.merged_into, p.id)',
  'd.provider_id = case when p.merged_into is null then p.id else p.merged_into end',
  'd.provider_id = p.id',
  'd.provider_id = $2',
])('this loses none: %s', async condition => {
  expect(await lostBy(joined(condition))).toEqual([])
})

const joined = (condition: string): string => `
  select d.id from provider p join document d on d.company_id = p.company_id and ${condition}
  where p.company_id = $1 and p.id = $2`
