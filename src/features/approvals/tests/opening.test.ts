// Contracts of which a part was spent before they came here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let projectId: string
let contractId: string
let orders: ReturnType<typeof ordersOf>
const ask = (path: string, as = cast.admin) => app.ask(path, { as })
const terms = {
  type: 'proveedor',
  description: 'Nave empezada',
  totalMinor: '100000',
  currency: 'EUR',
  startsOn: '2020-01-01',
  endsOn: '2090-12-31',
  overrunPolicy: 'bloquear',
}

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'empezada', { approvers: 1 })
  const parties = { clientId: cast.clientId, providerId: cast.providerId }
  contractId = await cast.make('/api/contracts', { ...terms, ...parties, openingMinor: '60000' })
  projectId = await cast.make('/api/projects', {
    name: 'Nave',
    clientId: cast.clientId,
    totalMinor: '100000',
    contractIds: [contractId],
    approverIds: cast.approverIds,
    executorIds: [cast.executorId],
  })
  orders = ordersOf(app, { ...cast, projectId, order: { ...cast.order, projectId } })
})
afterAll(() => app.stop())

const send = (amountMinor: string) =>
  orders.post('/api/documents', cast.client, { ...cast.order, projectId, amountMinor })

test('what was spent before counts from the first order on, and stands in the past balance', async () => {
  expect(await orders.balance(contractId)).toEqual([100_000, 0, 0, 60_000])
  const { body } = await ask(`/api/contracts/${contractId}`)
  expect(body.opening).toEqual({ minor: '60000', currency: 'EUR' })
  expect((await ask(`/api/contracts/${contractId}/dossier`)).body.isCharged).toBe(false)
  const refused = await send('40001')
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/over_budget'])
  const { id } = (await send('40000')).body
  expect((await orders.decide(id, cast.approvers[0])).status).toBe(200)
  expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  expect(await orders.balance(contractId)).toEqual([100_000, 0, 0, 100_000])
  const past = await ask(`/api/contracts/${contractId}/balance`)
  expect(past.body.balance.used).toEqual({ minor: '100000', currency: 'EUR' })
  expect(await brokenInvariants(app)).toEqual({})
})

test('a total is not cut below what was spent before', async () => {
  const parties = { clientId: cast.clientId, providerId: cast.providerId }
  const id = await cast.make('/api/contracts', { ...terms, ...parties, openingMinor: '60000' })
  const amend = (totalMinor: string) =>
    orders.post(`/api/contracts/${id}/amendments`, cast.admin, { revision: 1, totalMinor, reason: 'Menos' })
  expect((await amend('59999')).status).toBe(409)
  expect((await amend('60000')).status).toBe(200)
})

test('more than the total was not spent before, nor nothing, nor less', async () => {
  const parties = { clientId: cast.clientId, providerId: cast.providerId }
  for (const openingMinor of ['100001', '0', '-1', '1,5', 7]) {
    const answer = await orders.post('/api/contracts', cast.admin, { ...terms, ...parties, openingMinor })
    expect([openingMinor, answer.status, answer.body.issues[0].pointer]).toEqual([
      openingMinor,
      422,
      '/openingMinor',
    ])
  }
  const { id } = (
    await orders.post('/api/contracts', cast.admin, { ...terms, ...parties, openingMinor: null })
  ).body
  expect((await ask(`/api/contracts/${id}`)).body.opening).toBeNull()
})

test('the journal says it, and a row or a line of the ledger that says another amount is found', async () => {
  const [made] = await app.tamper(sql`select after #>> '{opening,minor}' as minor from event
    where company_id = ${cast.companyId} and object_id = ${contractId} and action = 'contract.created'`)
  expect(made).toEqual({ minor: '60000' })
  const found =
    'what was spent of a contract before it came here is what was sealed, and stands in its ledger'
  await app.tamper(sql`update contract set opening_minor = opening_minor - 1
    where company_id = ${cast.companyId} and id = ${contractId}`)
  expect((await brokenInvariants(app))[found]).toEqual([contractId])
  await app.tamper(sql`update contract set opening_minor = null
    where company_id = ${cast.companyId} and id = ${contractId}`)
  expect((await brokenInvariants(app))[found]).toEqual([contractId])
  await app.tamper(sql`update contract set opening_minor = 60000
    where company_id = ${cast.companyId} and id = ${contractId}`)
  await app.tamper(sql`update budget_entry set used_minor = used_minor - 1
    where company_id = ${cast.companyId} and contract_id = ${contractId} and cause = 'opening'`)
  expect((await brokenInvariants(app))[found]).toEqual([contractId])
  await app.tamper(sql`update budget_entry set used_minor = used_minor + 1
    where company_id = ${cast.companyId} and contract_id = ${contractId} and cause = 'opening'`)
  expect(await brokenInvariants(app)).toEqual({})
})
