// Somebody of one project of a hundred, with a seat in few orders elsewhere: their sums and their last payments.
import { afterAll, expect, test } from 'vitest'
import { documentCounts } from '#features/documents/views/counts.ts'
import { statement } from '#features/executions/views/statement.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows, rowsTaken } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'grande', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [cast.providerId] }
await loadOrders(app, { ...many, contractId: cast.billable, count: 6000 })
const join = (name: string) => app.person(companyId, 'approver', cast.address(name), { name: 'Ana' })
const [recent, longAgo, ofTen] = [await join('reciente'), await join('antigua'), await join('de-diez')]
// Nine of ten were paid, some twenty a day; the orders stand in a hundred projects. One person sees some of each day, the next
// one project whose orders were all paid before those of the others, and five orders elsewhere; the third ten such projects.
for (const statement of [
  sql`update document set state = 'approved', previous_state = state, approvals_approved = approvals_total,
    approvals_pending = 0 where company_id = ${companyId} and state = 'in_approval'`,
  sql`update document set state = 'executed', previous_state = state where company_id = ${companyId} and state = 'approved'`,
  sql`insert into execution (company_id, document_id, executed_by, executed_on, reference, confirmed_at)
    select company_id, id, ${executorId}, current_date, 'TRF', now() from document
    where company_id = ${companyId} and state = 'executed' on conflict do nothing`,
  sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
    select company_id, 'PRJ-' || n, client_id, name, status, currency, total_minor, created_by, created_at, updated_at
    from project, generate_series(100, 199) n where company_id = ${companyId} and id = ${projectId}`,
  sql`update document set project_id = 'PRJ-' || (100 + number / 7 % 100) where company_id = ${companyId}`,
  sql`update execution e set executed_on = date '2026-01-01' + d.number / 20 - case when d.project_id between 'PRJ-150' and 'PRJ-159' then 400 else 0 end
    from document d where d.company_id = e.company_id and d.id = e.document_id and d.company_id = ${companyId}`,
  sql`insert into project_approver (company_id, project_id, user_id, created_at)
    values (${companyId}, 'PRJ-110', ${recent}, now()), (${companyId}, 'PRJ-150', ${longAgo}, now())`,
  sql`insert into project_approver (company_id, project_id, user_id, created_at)
    select ${companyId}, 'PRJ-' || n, ${ofTen}, now() from generate_series(150, 159) n`,
  sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${longAgo}, 'skipped', now(), now(), project_id from document
    where company_id = ${companyId} and project_id = 'PRJ-177' order by number limit 5`,
  sql`delete from document_tally where company_id = ${companyId}`,
  sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from document
    where company_id = ${companyId} group by 1, 2, 3, 4, 5`,
  sql`analyze`,
])
  await app.tamper(statement)

const actor = (userId: string) => actorIn(cast, { userId, role: 'approver' })
const seen = (userId: string) => part`d.company_id = ${companyId} and (
  d.project_id in (select project_id from project_approver where company_id = ${companyId} and user_id = ${userId})
  or d.id in (select document_id from approval where company_id = ${companyId} and approver_id = ${userId}))`

const people = [
  { who: 'paid lately', userId: recent, orders: 60, payments: 0 },
  { who: 'paid long ago', userId: longAgo, orders: 60, payments: 0 },
  { who: 'paid long ago, and are many,', userId: ofTen, orders: 600, payments: 2000 },
]
for (const { who, userId, orders, payments } of people) {
  const view = (tx: TenantTx) =>
    Promise.all([documentCounts(tx, actor(userId), {}), statement(tx, actor(userId))])

  test(`somebody whose orders were ${who} is told their number, their sum and those paid last`, async () => {
    const [counts, { totals, paid }] = await asSystem(app.db, companyId, view)
    const [all] = await app.tamper(sql`select count(*)::int as count, sum(amount_minor)::text as minor
      from document d where d.state = 'executed' and ${seen(userId)}`)
    expect(counts.paid).toBe(all?.count)
    expect(counts.totals.find(({ status }) => status === 'paid')?.amount.minor).toBe(all?.minor)
    const paidTotals = totals.filter(({ status }) => status === 'paid')
    expect(paidTotals.reduce((sum, { count }) => sum + count, 0)).toBe(all?.count)
    const last = await app.tamper(sql`select d.id from document d
      join execution e on e.company_id = d.company_id and e.document_id = d.id
      where d.type = 'gasto' and ${seen(userId)} order by e.executed_on desc, d.number desc limit 6`)
    expect(paid.map(({ document }) => document.id)).toEqual(last.map(({ id }) => id))
  })

  test(`somebody whose orders were ${who} is counted without the counters of other projects`, async () => {
    const read = await maxRows(app.db, companyId, tx => documentCounts(tx, actor(userId), {}))
    expect(read).toBeLessThanOrEqual(Math.max(110, 1.1 * orders))
  })

  test(`somebody whose orders were ${who} is told those paid last from theirs, and ${payments} payments at most`, async () => {
    for (const plan of ['for these values', 'for any values'] as const) {
      const read = await maxRows(app.db, companyId, tx => statement(tx, actor(userId)), plan)
      expect(read, plan).toBeLessThanOrEqual(Math.max(110, 1.1 * orders, 1.05 * payments))
    }
  })
}

test('a client is told the last payments from the last executions, and not from all of its orders', async () => {
  const client = actorIn(cast, { userId: clientId, role: 'client', clientId })
  expect(await maxRows(app.db, companyId, tx => statement(tx, client), 'for any values')).toBeLessThanOrEqual(
    2100,
  )
  expect(await rowsTaken(app.db, companyId, 'document', tx => statement(tx, client))).toBeLessThanOrEqual(100)
})
