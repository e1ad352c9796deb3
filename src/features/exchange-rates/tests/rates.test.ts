// Rates: who enters them, and when a flow cannot be published without one.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { sceneInDollars } from '#tests/support/dollars.ts'
import { euros, rule, stage, statusAndType, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const dollars = (name: string) => sceneInDollars(app, name)

test('rates are of administrators, said once by each key, and never of the company’s own currency', async () => {
  const { cast, ask, enter } = await dollars('permisos')
  for (const as of [cast.client, cast.executor, cast.approvers[0]]) {
    expect((await ask('/api/exchange-rates', 'GET', undefined, as)).status).toBe(403)
    expect((await enter('0.9', dayFromToday(), {}, as)).status).toBe(403)
  }
  expect(statusAndType(await enter('1', dayFromToday(), { currency: 'EUR' }))).toEqual([
    409,
    '/problems/own_currency',
  ])
  for (const rate of ['0', '-1', '0,9', '1e5', '1.', '12345678901', ''])
    expect((await enter(rate)).status).toBe(422)
  expect((await enter('0.9', '2026-02-30')).status).toBe(422)
  const twice = () =>
    app.ask('/api/exchange-rates', {
      method: 'POST',
      as: cast.admin,
      key: '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e10',
      body: { currency: 'USD', rate: '0.9', holdsFrom: dayFromToday() },
    })
  const [first, again] = await Promise.all([twice(), twice()])
  expect(again.body).toEqual(first.body)
  const { items } = (await ask('/api/exchange-rates')).body
  expect(items).toMatchObject([
    { currency: 'USD', rate: '0.9', isCurrent: true, enteredByName: 'Elena Admin' },
  ])
})

test('a threshold is not published while contracts in another currency have no rate, and says which at its field', async () => {
  const { ask, publish, enter, dora } = await dollars('sin-tipo')
  const banded = rule([stage({ approvers: users(dora.id) })], { upTo: euros('100000') })
  const refused = await publish(banded)
  expect(statusAndType(refused)).toEqual([409, '/problems/rate_missing'])
  expect(refused.body.title).toContain('falta el tipo de cambio de USD a EUR')
  const { draft } = (await ask('/api/flows')).body
  const saved = await ask('/api/flows/draft', 'PUT', { revision: draft.revision, rules: [banded] })
  expect(saved.body.findings).toMatchObject([{ pointer: '/rules/0/conditions/upTo/minor' }])
  const shown = await ask('/api/exchange-rates')
  expect(shown.body).toMatchObject({ own: 'EUR', items: [], missing: ['USD'] })
  expect((await enter('0.92')).status).toBe(200)
  expect((await publish(banded)).status).toBe(200)
  expect((await ask('/api/exchange-rates')).body.missing).toEqual([])
})

test('a rate is asked for when a contract’s orders can meet the rule, and for sums whatever contract it is', async () => {
  const { cast, publish, dora, projectId } = await dollars('a-medida')
  const other = await cast.make('/api/providers', { name: 'Otra', clientIds: [cast.clientId] })
  const status = async (conditions: object) =>
    (await publish(rule([stage({ approvers: users(dora.id) })], conditions))).status
  expect(await status({ from: euros('1'), projectIds: [projectId] })).toBe(409)
  expect(await status({ from: euros('1'), providerIds: [cast.providerId] })).toBe(409)
  expect(await status({ from: euros('2'), projectIds: [cast.projectId] })).toBe(200)
  expect(await status({ from: euros('3'), providerIds: [other] })).toBe(200)
  const sum = { cumulativeFrom: euros('4'), contractIds: [cast.payable] }
  expect(await status(sum)).toBe(409)
  await app.tamper(sql`update contract set status = 'completed'
    where company_id = ${cast.companyId} and currency = 'USD'`)
  expect(await status(sum)).toBe(409)
  expect(await status({ upTo: euros('5') })).toBe(200)
})
