import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { waitingForLock } from '#tests/support/locks.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** A company that warns, with a contract that follows it. */
async function stage(name: string, options: CastOptions = {}) {
  const cast = await makeCast(app, name, options)
  const set = (overrunPolicy: string, more: object = {}) =>
    app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { overrunPolicy, ...more } })
  const policies = async () => (await app.ask('/api/company', { as: cast.admin })).body.policies
  const path = `/api/contracts/${cast.payable}`
  const dossier = async () => (await app.ask(`${path}/dossier`, { as: cast.admin })).body
  const terms = { description: 'Se paga', startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const follow = async (overrunPolicy: string | null) =>
    app.ask(path, {
      method: 'PUT',
      as: cast.admin,
      body: { ...terms, revision: (await dossier()).revision, overrunPolicy },
    })
  expect((await follow(null)).status).toBe(200)
  return { cast, set, policies, path, dossier, follow, orders: ordersOf(app, cast) }
}

test('a company does not begin to block while contracts that follow it are exceeded, and says which', async () => {
  const { cast, orders, set, policies, path, dossier } = await stage('excedida', { total: '100' })
  await orders.approved({ amountMinor: '101' })
  const refused = await set('bloquear', { pendingWarningDays: 9 })
  expect(refused).toMatchObject({ status: 409, body: { type: '/problems/contracts_exceeded' } })
  expect(JSON.stringify(refused.body)).toContain(
    `excedidos que siguen lo que diga la empresa: ${cast.payable}.`,
  )
  expect(await policies()).toMatchObject({ overrunPolicy: 'avisar', pendingWarningDays: 5 })
  expect((await set('avisar', { pendingWarningDays: 9 })).status).toBe(200)
  const body = { revision: (await dossier()).revision, totalMinor: '101', reason: 'Se amplía' }
  expect((await app.ask(`${path}/amendments`, { method: 'POST', as: cast.admin, body })).status).toBe(200)
  expect((await set('bloquear')).status).toBe(200)
  expect(await policies()).toMatchObject({ overrunPolicy: 'bloquear', pendingWarningDays: 9 })
})

test('an exceeded contract that only warns by its own word does not hinder, and does not follow later', async () => {
  const { orders, set, follow } = await stage('propia', { total: '100' })
  await orders.approved({ amountMinor: '101' })
  expect((await follow('avisar')).status).toBe(200)
  expect((await set('bloquear')).status).toBe(200)
  expect(JSON.stringify((await follow(null)).body)).toContain('already_spent')
})

test('begun while orders are approved, blocking never leaves a contract exceeded', {
  timeout: 60_000,
}, async () => {
  for (const round of [1, 2, 3]) {
    const { cast, orders, set, policies } = await stage(`carrera${round}`, { approvers: 1, total: '50000' })
    const ids = await Promise.all(Array.from({ length: 12 }, () => orders.submit({ amountMinor: '10000' })))
    const [settled, ...decided] = await Promise.all([
      new Promise(resolve => setTimeout(resolve, round * 15)).then(() => set('bloquear')),
      ...ids.map(id => orders.decide(id, cast.approvers[0])),
    ])
    const approved = decided.filter(({ status }) => status === 200).length
    const { overrunPolicy } = await policies()
    expect([settled.status, overrunPolicy]).toEqual(
      settled.status === 200 ? [200, 'bloquear'] : [409, 'avisar'],
    )
    expect(overrunPolicy === 'avisar' || approved <= 5).toBe(true)
    const refused = decided.filter(({ body }) => body.type === '/problems/over_budget')
    expect(approved + refused.length).toBe(ids.length)
  }
})

test('approvals that waited while the company began to block are judged one after the other', async () => {
  const { cast, orders } = await stage('esperan', { approvers: 1, total: '15000' })
  const ids = await Promise.all(Array.from({ length: 4 }, () => orders.submit({ amountMinor: '10000' })))
  const settings = await app.owner.pool.connect()
  await settings.query('begin')
  await settings.query(`update company set overrun_policy = 'bloquear' where company_id = $1`, [
    cast.companyId,
  ])
  await settings.query('select id from contract where company_id = $1 for update', [cast.companyId])
  const decided = Promise.all(ids.map(id => orders.decide(id, cast.approvers[0])))
  await expect.poll(() => waitingForLock(app)).toBe(ids.length)
  await settings.query('commit')
  settings.release()
  const answers = (await decided).map(({ status }) => status)
  expect(answers.filter(status => status === 200)).toHaveLength(1)
})
