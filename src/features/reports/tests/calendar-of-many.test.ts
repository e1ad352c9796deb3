// The calendar of a company with years of orders: it reads those that are open, and no other.
import { afterAll, expect, test } from 'vitest'
import { paymentCalendar, paymentForecast } from '#features/reports/views/calendar.ts'
import { duePayments } from '#features/reports/views/due-payments.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'grande', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [cast.providerId] }
await loadOrders(app, { ...many, contractId: cast.billable, count: 6000 })
// One of forty is open.
for (const statement of [
  sql`update document set state = 'approved', previous_state = state, approvals_approved = approvals_total,
    approvals_pending = 0 where company_id = ${companyId} and state = 'in_approval' and number % 40 > 2`,
  sql`update document set state = 'executed', previous_state = state
    where company_id = ${companyId} and state = 'approved' and number % 40 > 2`,
  sql`analyze`,
])
  await app.tamper(statement)

const actor = (role: 'admin' | 'approver', userId: string) => actorIn(cast, { userId, role })

for (const who of [actor('admin', crypto.randomUUID()), actor('approver', executorId)])
  test(`is read for a person in the role ${who.role} without the orders that are closed`, async () => {
    const [open] = await app.tamper(sql`select count(*)::int as count from document
      where company_id = ${companyId} and state in ('in_approval', 'approved')`)
    const { items } = await asSystem(app.db, companyId, tx => duePayments(tx, who, { undated: 'true' }))
    expect([open?.count > 100, items.length > 100]).toEqual([true, true])
    const read = await maxRows(app.db, companyId, tx =>
      Promise.all([
        paymentCalendar(tx, who, { weeks: 4 }),
        paymentForecast(tx, who),
        duePayments(tx, who, { undated: 'true' }),
      ]),
    )
    expect(read).toBeLessThanOrEqual(2 * open?.count)
  })
