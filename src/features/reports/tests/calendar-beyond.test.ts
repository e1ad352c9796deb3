// More payments than one answer lists: it says how many it leaves out, and those it lists and leaves out are the calendar's.
import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
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

/** Orders of every status. */
const total = (counts: { pending: number; approved: number; paid: number; rejected: number }) =>
  counts.pending + counts.approved + counts.paid + counts.rejected

test('the list of orders finds all of those without a day, and no other', async () => {
  const { body: calendar } = await app.ask('/api/payment-calendar', { as: cast.admin })
  const [{ approved, overdue, pending }] = calendar.undated
  const found = await app.ask('/api/documents/counts?type=gasto&undated=true', { as: cast.admin })
  expect(total(found.body)).toBe(approved.count + overdue.count + pending.count)
  const listed = await app.ask('/api/documents?type=gasto&undated=true&limit=100', { as: cast.admin })
  const states = new Set<string>(listed.body.items.map((item: { state: string }) => item.state))
  expect([...states].filter(state => ['executed', 'rejected', 'cancelled'].includes(state))).toEqual([])
  await ordersOf(app, cast).submit({ payments: [{ dueOn: dayFromToday(9), amountMinor: '10000' }] })
  const again = await app.ask('/api/documents/counts?type=gasto&undated=true', { as: cast.admin })
  expect(total(again.body)).toBe(total(found.body))
})
