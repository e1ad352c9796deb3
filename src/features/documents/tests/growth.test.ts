// A page of a list reads hardly more rows than it shows, for whoever asks and however many orders there are.
import { afterAll, expect, test } from 'vitest'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import type { DocumentFilters } from '#features/documents/views/filters.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { providerMoney } from '#features/reports/views/money.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'crece', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const providerIds = [cast.providerId]
for (let n = 1; n < 40; n++)
  providerIds.push(await cast.make('/api/providers', { name: `Suministros ${n}`, clientIds: [clientId] }))
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds }
await loadOrders(app, { ...many, contractId: cast.billable, count: 8000 })
// One of the two approvers leaves the project, and keeps a seat in each of its orders.
const [stays = '', left = ''] = approverIds
await app.tamper(sql`delete from project_approver where company_id = ${companyId} and user_id = ${left}`)
// Somebody else has a seat in sixty orders, which come last by their names, and in no other.
const outside = await app.person(companyId, 'approver', 'fuera@crece.example', {
  name: 'Aprobadora de pocos',
})
await app.tamper(sql`
  insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at)
  select company_id, gen_random_uuid(), id, 1, 1, ${outside}, 'approved', created_at, created_at, created_at
  from document where company_id = ${companyId} and name like 'Póliza%' order by name_key desc limit 60`)
await app.tamper(sql`update approval set project_id = ${projectId} where company_id = ${companyId}`)
await vacuumed(app, 'document')

const actorOf = (userId: string, role: Actor['role']) =>
  actorIn(cast, { userId, role, clientId: role === 'client' ? clientId : null })
const people = {
  administrator: actorOf(executorId, 'admin'),
  client: actorOf(clientId, 'client'),
  approver: actorOf(stays, 'approver'),
  'approver who left the project': actorOf(left, 'approver'),
}
const lists = {
  'newest first': { sort: '-date' },
  'oldest first': { sort: 'date' },
  paid: { sort: '-date', type: 'gasto', status: 'paid' },
  pending: { sort: '-date', status: 'pending' },
  'approved, oldest first': { sort: 'date', status: 'approved' },
  'by provider': { sort: 'provider' },
  'by provider, backwards': { sort: '-provider' },
  'by name': { sort: 'name' },
} as const

for (const [who, actor] of Object.entries(people))
  for (const [name, query] of Object.entries(lists))
    test(`${name}, asked by the ${who}`, async () => {
      const read = await maxRows(app.db, companyId, async tx => {
        expect((await documentPage(tx, actor, { ...query, limit: 50 })).items).toHaveLength(50)
      })
      // Of a table as small as that of the executions here, PostgreSQL reads the whole.
      expect(read).toBeLessThanOrEqual(1000)
    })

// Asked often, a list by date is planned once for all companies.
for (const [who, actor] of Object.entries(people))
  for (const [name, query] of Object.entries(lists))
    if (query.sort.endsWith('date'))
      test(`${name}, asked often by the ${who}`, async () => {
        const page = (tx: TenantTx) => documentPage(tx, actor, { ...query, limit: 50 })
        expect(await maxRows(app.db, companyId, page, 'for any values')).toBeLessThanOrEqual(1000)
      })

// Rejected ones have the last names of all.
for (const who of ['administrator', 'client'] as const)
  test(`rejected, by name, asked by the ${who}`, async () => {
    const page = async (tx: TenantTx) => {
      const query = { sort: 'name', status: 'rejected', limit: 50 } as const
      expect((await documentPage(tx, people[who], query)).items).toHaveLength(50)
    }
    // For each row half of the forty providers.
    expect(await maxRows(app.db, companyId, page)).toBeLessThanOrEqual(50 * 30)
  })

for (const sort of ['name', 'provider', '-provider'] as const)
  test(`by ${sort}, asked by an approver of sixty orders that come last`, async () => {
    const read = await maxRows(app.db, companyId, async tx => {
      const page = await documentPage(tx, actorOf(outside, 'approver'), { sort, limit: 50 })
      expect(page.items.every(({ name }) => name.startsWith('Póliza'))).toBe(true)
      expect(page.items).toHaveLength(50)
    })
    // Of the eight thousand orders sixty, and for each the forty providers, which PostgreSQL reads whole.
    expect(read).toBeLessThanOrEqual(60 * 41)
  })

test.each(['-date', 'date'] as const)(
  'those of a project, by %s, asked by an approver with a seat in sixty of them',
  async sort => {
    const read = await maxRows(app.db, companyId, async tx => {
      const page = await documentPage(tx, actorOf(outside, 'approver'), { projectId, sort, limit: 50 })
      expect(page.items).toHaveLength(50)
    })
    expect(read).toBeLessThanOrEqual(60 * 41)
  },
)

for (const who of ['administrator', 'client', 'approver'] as const)
  test.each(['for these values', 'for any values'] as const)(
    `all orders are counted for the ${who} without reading them, planned %s`,
    async planned => {
      const view = (tx: TenantTx) => documentCounts(tx, people[who], {})
      expect(await maxRows(app.db, companyId, view, planned)).toBeLessThanOrEqual(1000)
    },
  )

await writeWords(app.db, { minutes: 0 })([companyId])
await app.tamper(sql`analyze`)
const few: { readonly [name: string]: { filters: DocumentFilters; found: number } } = {
  'a rare word': { filters: { q: 'faro' }, found: 16 },
  'a word that no order has': { filters: { q: 'nadadeesto' }, found: 0 },
  'an id': { filters: { q: 'DOC-4321' }, found: 1 },
  'an approver without a seat': { filters: { approverId: executorId }, found: 0 },
  'a hundred amounts': { filters: { amountFrom: '1000', amountTo: '1001' }, found: 1 },
  'the days before the first order': { filters: { createdTo: dayFromToday(-30) }, found: 0 },
  'the days of no approval': { filters: { approvedFrom: dayFromToday(2) }, found: 0 },
  'the days of no payment': {
    filters: { executedFrom: dayFromToday(2), executedTo: dayFromToday(9) },
    found: 0,
  },
}

for (const [who, actor] of Object.entries(people))
  for (const [name, { filters, found }] of Object.entries(few))
    test.each(['for these values', 'for any values'] as const)(
      `${name}, sought by the ${who}, planned %s`,
      async planned => {
        const view = async (tx: TenantTx) => {
          const page = await documentPage(tx, actor, { ...filters, sort: '-date', limit: 50 })
          expect(page.items).toHaveLength(found)
          const { pending, approved, paid, rejected } = await documentCounts(tx, actor, filters)
          expect(pending + approved + paid + rejected).toBe(found)
        }
        expect(await maxRows(app.db, companyId, view, planned)).toBeLessThanOrEqual(1000)
      },
    )

// Two hundred of the eight thousand orders are one provider's.
for (const [who, actor] of Object.entries(people))
  test.each(['for these values', 'for any values'] as const)(
    `those of a provider, listed and counted for the ${who}, planned %s`,
    async planned => {
      const filters = { providerId: providerIds[5] }
      const view = async (tx: TenantTx) => {
        expect((await documentPage(tx, actor, { ...filters, sort: '-date', limit: 50 })).items).toHaveLength(
          50,
        )
        const { pending, approved, paid, rejected } = await documentCounts(tx, actor, filters)
        expect(pending + approved + paid + rejected).toBe(200)
      }
      expect(await maxRows(app.db, companyId, view, planned)).toBeLessThanOrEqual(1000)
    },
  )

test.each(['for these values', 'for any values'] as const)(
  'a word of many providers reads no order twice, planned %s',
  async planned => {
    const view = async (tx: TenantTx) => {
      const page = await documentPage(tx, people.administrator, {
        q: 'faro suministros',
        sort: '-date',
        limit: 50,
      })
      expect(page.items.length).toBeGreaterThan(10)
    }
    expect(await maxRows(app.db, companyId, view, planned)).toBeLessThanOrEqual(8000)
  },
)

test('the money of a provider is read from its own orders', async () => {
  const view = async (tx: TenantTx) => {
    expect(await providerMoney(tx, people.administrator, providerIds[5] ?? '')).not.toBeNull()
  }
  expect(await maxRows(app.db, companyId, view)).toBeLessThanOrEqual(1000)
})
