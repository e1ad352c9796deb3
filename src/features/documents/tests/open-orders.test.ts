// Somebody with seats outside their projects lists the open orders: those of others are not asked one by one for a seat.
import { afterAll, expect, test } from 'vitest'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import type { DocumentFilters } from '#features/documents/views/filters.ts'
import { documentIds, documentPage, documentTotal } from '#features/documents/views/list.ts'
import { statement } from '#features/executions/views/statement.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { timesAsked } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'abiertos', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const many = { companyId, projectId, contractId: cast.billable, clientId, approverIds, executorId }
await loadOrders(app, { ...many, providerIds: [providerId], count: 2000 })
const outsider = await app.person(companyId, 'approver', cast.address('fuera'), { name: 'Ana' })
const actor = actorIn(cast, { userId: outsider, role: 'approver' })
const busy = await app.person(companyId, 'approver', cast.address('todo'), { name: 'Eva' })
const isTheirs = part`number % 100 in (0, 6, 7, 8, 9)`
const giveSeats = (person: string, orders: Part) =>
  app.tamper(sql`
    insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${person}, 'approved', created_at, created_at, created_at,
      case when number % 3 > 0 then project_id end
    from document where company_id = ${companyId} and ${orders}`)
await giveSeats(outsider, isTheirs)
await giveSeats(busy, part`number % 10 < 9`)
await tallyAllSeats(app.db)([companyId])
for (const table of ['approval', 'document']) await vacuumed(app, table)

const inCompany = <T>(read: (tx: TenantTx) => Promise<T>) => asSystem(app.db, companyId, read)
const sorts = ['-date', 'date', 'provider', '-amount', 'due'] as const

test.each(['pending', 'approved'] as const)('a list of the %s shows theirs, and no others', async status => {
  const state = status === 'pending' ? 'in_approval' : 'approved'
  const theirs = await app.tamper(sql`
    select id from document where company_id = ${companyId} and state = ${state} and ${isTheirs} order by number`)
  const filters: DocumentFilters = { status }
  expect(theirs.length).toBeGreaterThan(19)
  for (const sort of sorts) {
    const page = await inCompany(tx => documentPage(tx, actor, { ...filters, sort, limit: 100 }))
    expect(page.items.map(({ id }) => id).sort(), sort).toEqual(theirs.map(({ id }) => id).sort())
    const asked = await timesAsked(app.db, companyId, 'approval', tx =>
      documentPage(tx, actor, { ...filters, sort, limit: 100 }),
    )
    expect(asked, sort).toBeLessThan(300)
  }
  expect(await inCompany(tx => documentTotal(tx, actor, filters))).toBe(theirs.length)
  const ids = await inCompany(tx => documentIds(tx, actor, filters, { states: [state], most: 500 }))
  expect(ids).toEqual(theirs.map(({ id }) => id))
})

test('the statement finds those to be issued likewise', async () => {
  const { toIssue } = await inCompany(tx => statement(tx, actor))
  expect(toIssue.length).toBeGreaterThan(0)
  expect(await timesAsked(app.db, companyId, 'approval', tx => statement(tx, actor))).toBeLessThan(700)
})

test('somebody with seats in most of them finds all of these', async () => {
  const everywhere = actorIn(cast, { userId: busy, role: 'approver' })
  const total = (status: 'pending' | 'approved') => inCompany(tx => documentTotal(tx, everywhere, { status }))
  expect([await total('pending'), await total('approved')]).toEqual([1200, 400])
  const page = await inCompany(tx =>
    documentPage(tx, everywhere, { status: 'pending', sort: '-date', limit: 100 }),
  )
  expect(page.items.map(({ id }) => Number(id.slice(4)))).toEqual(
    (
      await app.tamper(sql`select number from document where company_id = ${companyId} and state = 'in_approval'
      and number % 10 < 9 order by number desc limit 100`)
    ).map(({ number }) => Number(number)),
  )
})
