// A word that very many orders have is known by a sample: they are not counted before a page is read.
import { afterAll, expect, test } from 'vitest'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import { documentPage, documentTotal } from '#features/documents/views/list.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'frecuente', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const rare = await cast.make('/api/providers', { name: 'Ladrillos', clientIds: [clientId] })
const people = { companyId, clientId, approverIds, executorId, contractId: cast.billable }
await loadOrders(app, { ...people, projectId, providerIds: [providerId], count: 8000 })
for (const statement of [
  // As if there were eight times as many. «Yeso» is in the names of the first thousand alone.
  sql`update document set number = number * 8, name = case when number <= 1000 then name || ' yeso' else name end
    where company_id = ${companyId}`,
  sql`update document set provider_id = ${rare} where company_id = ${companyId} and number % 800 = 0`,
])
  await app.tamper(statement)
await writeWords(app.db, { minutes: 0 })([companyId])
await vacuumed(app, 'document')
const admin = actorIn(cast, { userId: '', role: 'admin' })

const pageOf = (q: string) => async (tx: TenantTx) => {
  const { items } = await documentPage(tx, admin, { q, sort: '-date', limit: 20 })
  return items.map(({ id }) => id)
}

async function newestWith(pattern: string): Promise<readonly string[]> {
  const found = await app.tamper(sql`
    select d.id from document d join provider p on p.company_id = d.company_id and p.id = d.provider_id
    where d.company_id = ${companyId} and lower(d.name || ' ' || p.name) like ${`%${pattern}%`} order by number desc limit 20`)
  return found.map(({ id }) => String(id))
}

test.each([
  ['a word of a fifth', 'cemento', 'cemento'],
  ['the provider of nearly all', 'proveedor', 'proveedor'],
  ['a word and the provider of nearly all', 'flete proveedor', 'flete % proveedor'],
])('a page of %s reads few entries', async (_, q, pattern) => {
  expect(await maxRows(app.db, companyId, pageOf(q))).toBeLessThanOrEqual(400)
  expect(await asSystem(app.db, companyId, pageOf(q))).toEqual(await newestWith(pattern))
})

test.each([
  ['a word of the oldest alone', 'yeso', 'yeso', { orders: 1000, entries: 1020 }],
  ['a provider of few', 'ladrillos', 'ladrillos', { orders: 80, entries: 400 }],
  [
    'a frequent word and a provider of few',
    'cemento ladrillos',
    'cemento % ladrillos',
    { orders: 80, entries: 400 },
  ],
])('%s is looked for by its index', async (_, q, pattern, most) => {
  const found = await asSystem(app.db, companyId, pageOf(q))
  expect(found.length).toBeGreaterThan(0)
  expect(found).toEqual(await newestWith(pattern))
  expect(await maxRows(app.db, companyId, pageOf(q))).toBeLessThanOrEqual(most.entries)
  expect(await asSystem(app.db, companyId, tx => documentTotal(tx, admin, { q }))).toBeLessThanOrEqual(
    most.orders,
  )
})

test('orders with a frequent word are counted among the newest, which is said', async () => {
  const count = (q: string, most?: number) => async (tx: TenantTx) => {
    const { pending, approved, paid, rejected, hasMore } = await documentCounts(tx, admin, { q }, most)
    return { count: pending + approved + paid + rejected, hasMore }
  }
  const counted = (q: string, most?: number) => asSystem(app.db, companyId, count(q, most))
  const [read] = await app.tamper(sql`
    select count(*)::int as all, count(*) filter (where number > 8 * 6000)::int as newest from document
    where company_id = ${companyId} and lower(name) like '%cemento%'`)
  expect(await counted('cemento')).toEqual({ count: read?.all, hasMore: false })
  expect(await counted('cemento', 2000)).toEqual({ count: read?.newest, hasMore: true })
  expect(await maxRows(app.db, companyId, count('cemento', 2000))).toBeLessThanOrEqual(2001)
  // Of a rare word the index has them all.
  expect(await counted('ladrillos', 2000)).toEqual({ count: 80, hasMore: false })
})
