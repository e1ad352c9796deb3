// An executor's desk reads the orders that wait, however many were paid, in a company far larger than the others.
import { afterAll, expect, test } from 'vitest'
import { queue } from '#features/executions/views.ts'
import { sql } from '#server/database/sql.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'grande', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [cast.providerId] }
await loadOrders(app, { ...many, contractId: cast.billable, count: 5000 })
// One order of fifty waits, in a hundred projects.
for (const statement of [
  sql`update document set state = 'executed', previous_state = 'approved'
    where company_id = ${companyId} and state = 'approved' and number % 50 <> 6`,
  sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
    select company_id, 'PRJ-' || n, client_id, name, status, currency, total_minor, created_by, created_at, updated_at
    from project, generate_series(100, 199) n where company_id = ${companyId} and id = ${projectId}`,
  sql`insert into project_permission select company_id, 'PRJ-' || n, user_id, permission
    from project_permission, generate_series(100, 199) n where company_id = ${companyId} and permission = 'execute'`,
  sql`update document set project_id = 'PRJ-' || (100 + number % 100) where company_id = ${companyId}`,
])
  await app.tamper(statement)
for (let n = 1; n <= 12; n++) await makeCast(app, `pequena-${n}`)
await app.tamper(sql`analyze`)

const actor = actorIn(cast, { userId: executorId, role: 'approver' })
const plans = ['for these values', 'for any values'] as const

test.each(plans)('planned %s', async planned => {
  const read = await maxRows(
    app.db,
    companyId,
    async tx => expect((await queue(tx, actor)).items.length).toBeGreaterThan(20),
    planned,
  )
  expect(read).toBeLessThanOrEqual(500)
})

test('of thousands that wait, the seats are read of those alone that an answer holds', async () => {
  for (const statement of [
    sql`update document set state = 'approved', previous_state = 'in_approval', approvals_approved = approvals_total,
      approvals_pending = 0 where company_id = ${companyId} and state = 'in_approval'`,
    sql`update approval set status = 'approved', decided_at = created_at
      where company_id = ${companyId} and status = 'pending'`,
    sql`analyze document, approval`,
  ])
    await app.tamper(statement)
  for (const planned of plans) {
    const read = await maxRows(
      app.db,
      companyId,
      async tx => expect((await queue(tx, actor)).items).toHaveLength(200),
      planned,
    )
    expect(read).toBeLessThan(2 * 3000)
  }
})
