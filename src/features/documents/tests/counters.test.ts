// Counters of orders, written in eight rows and added up in one.
import { afterAll, expect, test } from 'vitest'
import { foldAllCounters } from '#features/documents/commands/fold-counters.ts'
import { foldCounters } from '#features/documents/store/counters.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'cuenta', { total: '900000000000' })
const { submit } = ordersOf(app, cast)
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
await loadOrders(app, {
  companyId,
  projectId,
  clientId,
  approverIds,
  executorId,
  providerIds: [providerId],
  contractId: cast.billable,
  count: 400,
})
const admin = actorIn(cast, { userId: executorId, role: 'admin' })

const inCompany = <T>(work: (tx: TenantTx) => Promise<T>) => asSystem(app.db, companyId, work)
const counted = () => inCompany(tx => documentCounts(tx, admin, {}))
const rowsOf = async () =>
  (await inCompany(tx => tx.all(sql`select from document_tally where company_id = ${companyId}`))).length

test('folded, they count the same in fewer rows, and go on counting', async () => {
  const before = await counted()
  const spread = await rowsOf()
  const folded = await inCompany(foldCounters)
  expect(folded).toBeGreaterThan(10)
  expect(await rowsOf()).toBe(spread - folded)
  expect(await counted()).toEqual(before)
  expect(await inCompany(foldCounters)).toBe(0)
  await submit({ name: 'Después' })
  expect((await counted()).pending).toBe(before.pending + 1)
  expect(await rowsOf()).toBeGreaterThanOrEqual(spread - folded)
})

test('the counters of hundreds of projects are folded, however many rows they have', async () => {
  await app.tamper(sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
    select company_id, 'PRJ-' || 1000 + k, client_id, 'Obra ' || k, status, currency, total_minor, created_by, created_at, updated_at
    from project cross join generate_series(1, 400) k where company_id = ${companyId} and id = ${projectId}`)
  await app.tamper(sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select ${companyId}, 'PRJ-' || 1000 + k, type, state, slot, 1, 100 from generate_series(1, 400) k
    cross join unnest(array['gasto', 'emision']) type cross join unnest(array['in_approval', 'approved', 'executed', 'rejected']) state
    cross join generate_series(0, 7) slot`)
  await foldAllCounters(app.db, [companyId])
  const [sums] =
    await app.tamper(sql`select count(*)::int as rows, sum(count)::int as orders from document_tally
    where company_id = ${companyId} and project_id >= 'PRJ-1000'`)
  expect(sums).toEqual({ rows: 3200, orders: 25_600 })
  await app.tamper(
    sql`delete from document_tally where company_id = ${companyId} and project_id >= 'PRJ-1000'`,
  )
})

test('orders that moved on leave no sum of nothing behind them', async () => {
  const other = await makeCast(app, 'avanza')
  const orders = ordersOf(app, other)
  await orders.approved()
  const { body } = await app.ask('/api/documents/counts', { as: other.admin })
  expect(body).toMatchObject({ pending: 0, approved: 1 })
  expect(body.totals.map(({ status }: { status: string }) => status)).toEqual(['approved'])
})

test('rows that somebody is writing are left as they are, and nobody waits', async () => {
  await app.tamper(sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, slot + 1, 3, 300 from document_tally
    where company_id = ${companyId} and slot < 7 on conflict do nothing`)
  const before = await counted()
  await inCompany(async tx => {
    await tx.run(
      sql`update document_tally set count = count + 1 where company_id = ${companyId} and type = 'gasto'`,
    )
    expect(await inCompany(foldCounters)).toBeGreaterThan(0)
    await tx.run(
      sql`update document_tally set count = count - 1 where company_id = ${companyId} and type = 'gasto'`,
    )
  })
  expect(await counted()).toEqual(before)
})

test('folding while orders are made and decided loses none', async () => {
  const before = await counted()
  const making = Array.from({ length: 12 }, (_, n) => submit({ name: `A la vez ${n}` }))
  const folding = Array.from({ length: 12 }, () => inCompany(foldCounters))
  await Promise.all([...making, ...folding])
  expect((await counted()).pending).toBe(before.pending + 12)
})
