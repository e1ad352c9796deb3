// More payments than one answer lists: it says how many it leaves out, and those it lists and leaves out are the calendar's.
import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { loadOrders } from '#tests/support/many-orders.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'larga', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [cast.providerId] }
await loadOrders(app, { ...many, contractId: cast.billable, count: 1500 })
await app.tamper(sql`update document set state = 'approved', previous_state = state,
  approvals_approved = approvals_total, approvals_pending = 0
  where company_id = ${companyId} and state = 'in_approval'`)

test('what is left out of the payments without a day, or of those of a span, is counted', async () => {
  const payments = (search: string) =>
    app.ask(`/api/payment-calendar/payments?${search}`, { as: cast.admin }).then(({ body }) => body)
  const { body: calendar } = await app.ask('/api/payment-calendar', { as: cast.admin })
  const [{ approved, overdue, pending }] = calendar.undated
  const all = approved.count + overdue.count + pending.count
  expect(all).toBeGreaterThan(500)
  const undated = await payments('undated=true')
  expect([undated.items.length, undated.hasMore, undated.more]).toEqual([500, true, all - 500])
  const dated = await payments(`dueFrom=${dayFromToday(-1)}&dueTo=${dayFromToday(1)}`)
  expect([dated.hasMore, dated.more]).toEqual([false, 0])
})
