// Orders of which an administrator of the company forced a decision, as the platform sees them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let cast: Cast
let saas = ''
let boss = ''
beforeAll(async () => {
  app = await startPlatform()
  saas = (await app.operator('saas@plataforma.example')).token
  cast = await makeCast(app, 'fuerza', { total: '100000', overrunPolicy: 'avisar' })
  await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  boss = await app.signIn(cast.address('jefa'))
})
afterAll(() => app?.stop())

const change = async (path: string, method: 'PUT' | 'PATCH', body: object) =>
  expect((await app.ask(`/api/company/${path}`, { method, as: cast.admin, body })).status).toBe(200)
const get = async (path: string) => (await app.ask(`/api/platform/order-flows${path}`, { as: saas })).body
const listed = async (status: string) =>
  (await get(`?status=${status}`)).items.map(({ id, isForced }: { id: string; isForced: boolean }) => [
    id,
    isForced,
  ])

test('are decided in part while budget owners are still asked, and marked as forced until the end and after', async () => {
  const orders = ordersOf(app, cast)
  const ownerId = await app.person(cast.companyId, 'approver', cast.address('dueno'))
  const owner = await app.signIn(cast.address('dueno'))
  await change('budget-owners', 'PUT', { userIds: [ownerId] })
  await change('settings', 'PATCH', { forcedDecisions: true })
  const force = (id: string, decision = 'approve') =>
    orders.post(`/api/documents/${id}/forced-decision`, boss, {
      revision: 1,
      decision,
      reason: 'Nadie contesta desde hace un mes',
    })
  const whole = await orders.submit({ amountMinor: '80000' })
  const part = await orders.submit({ amountMinor: '80000', duplicateReason: 'Son dos' })
  const usual = await orders.submit({ amountMinor: '1000' })
  const rejected = await orders.submit({ amountMinor: '2000' })
  const declined = await orders.submit({ amountMinor: '3000' })
  await change('settings', 'PATCH', { overrunPolicy: 'requiere_aprobacion' })
  await app.tamper(sql`update contract set overrun_policy = null where company_id = ${cast.companyId}`)
  expect((await force(whole)).body.state).toBe('approved')
  expect((await force(part)).body.state).toBe('in_approval')
  expect((await force(rejected, 'reject')).body.state).toBe('rejected')
  await orders.decide(declined, cast.approvers[0], 'reject', { comment: 'No procede' })

  expect(await listed('in_approval')).toEqual([[part, true]])
  expect(await listed('pending')).toEqual([[usual, false]])
  expect(await listed('approved')).toEqual([[whole, true]])
  expect(await listed('rejected')).toEqual([
    [declined, false],
    [rejected, true],
  ])
  const detail = await get(`/${cast.companyId}/${part}`)
  expect(detail).toMatchObject({
    status: 'in_approval',
    isForced: true,
    stages: [
      { outcome: 'approved', isForced: true, approved: 0 },
      { outcome: 'pending', isForced: false, pending: 1 },
    ],
  })
  expect(JSON.stringify(detail)).not.toContain('Jefa')
  expect((await orders.decide(part, owner)).body.state).toBe('approved')
  expect(await listed('approved')).toEqual([
    [part, true],
    [whole, true],
  ])
})
