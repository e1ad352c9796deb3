// Lock order: commands that change the company or a project take locks in the same sequence as a submission under a
// subscription with a limit. A deadlock would be retried, and answer correctly a second later, so it is looked for
// directly.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { allSchedules, scheduler, someOf } from '#tests/support/schedules.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let together: ReturnType<typeof scheduler>
beforeAll(async () => {
  app = await startProduct()
  const companyId = await app.company('business', 'limitada')
  cast = await makeCast(app, 'limitada', { companyId, overrunPolicy: 'requiere_aprobacion' })
  together = scheduler(app)
})
afterAll(async () => {
  expect(await brokenInvariants(app)).toEqual({})
  await app.stop()
})

const schedules = someOf(allSchedules([5, 5]), process.env.SCHEDULES === 'all' ? 1000 : 40)
const submit = () => ordersOf(app, cast).post('/api/documents', cast.client, cast.order)
const settings = (overrunPolicy: string) =>
  app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { overrunPolicy } })

/** Number of transactions of the requests: one each, unless one of them was retried. */
async function transactionsOf(
  requests: readonly (() => Promise<{ status: number }>)[],
  schedule: readonly number[],
) {
  const connect = vi.spyOn(app.db.pool, 'connect')
  const answers = await together.run(requests, schedule)
  // The pool's own queries come with a callback.
  const count = connect.mock.calls.filter(([callback]) => callback === undefined).length
  connect.mockRestore()
  return { statuses: answers.map(({ status }) => status), count }
}

test('an order and a policy that begins to block', { timeout: 120_000 }, async () => {
  for (const schedule of schedules) {
    expect((await settings('avisar')).status).toBe(200)
    const met = await transactionsOf([submit, () => settings('bloquear')], schedule)
    expect(met, schedule.join('')).toEqual({ statuses: [200, 200], count: 2 })
  }
})

test('an order and a change of its project', { timeout: 120_000 }, async () => {
  for (const schedule of schedules) {
    const { body } = await app.ask(`/api/projects/${cast.projectId}`, { as: cast.admin })
    const { name, description, status, updatedAt: seen } = body
    const content = { name, description, status, totalMinor: body.total.minor, seen }
    const change = () =>
      app.ask(`/api/projects/${cast.projectId}`, { method: 'PUT', as: cast.admin, body: content })
    const met = await transactionsOf([submit, change], schedule)
    expect(met, schedule.join('')).toEqual({ statuses: [200, 200], count: 2 })
  }
})
