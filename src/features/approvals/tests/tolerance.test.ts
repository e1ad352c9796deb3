import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage as stagePlan, statusAndType, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

type Asked = Pick<Tolerance, 'rate' | 'amountMinor'>
const fiftyEuros = { rate: 1000, amountMinor: '5000' }

/** A company whose contract of 1000 € has one approver. */
async function stage(name: string, options: CastOptions = {}) {
  const made = await scene(app, name, { total: '100000', approvers: 1, ...options })
  const { cast, ask, orders } = made
  const path = `/api/contracts/${cast.payable}`
  const dossier = async () => (await ask(`${path}/dossier`)).body
  const terms = { description: 'Se paga', startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const change = async (
    over: { overrunPolicy?: string | null; tolerance?: Asked | null },
    as = cast.admin,
  ) => {
    const { revision, overrunPolicy } = await dossier()
    return ask(path, 'PUT', { ...terms, revision, overrunPolicy, ...over }, as)
  }
  const set = (body: object, as: string | undefined = cast.admin) =>
    app.ask('/api/company/settings', { method: 'PATCH', as, body })
  const send = (amountMinor: string) =>
    orders.post('/api/documents', cast.client, { ...cast.order, amountMinor })
  const approve = (id: string) => orders.decide(id, cast.approvers[0])
  const approved = async (amountMinor: string) => approve(await orders.submit({ amountMinor }))
  const inForce = async () => (await ask(path)).body.tolerance
  return { ...made, path, dossier, change, set, send, approve, approved, inForce }
}

test('under bloquear small overruns never add up past the tolerance, and each says what it was allowed', async () => {
  const { cast, change, send, approved, ask, orders } = await stage('suma', { overrunPolicy: 'bloquear' })
  expect((await change({ tolerance: fiftyEuros })).status).toBe(200)
  await approved('99000')
  const first = await orders.submit({ amountMinor: '4000' })
  expect((await orders.decide(first, cast.approvers[0])).body).toMatchObject({ state: 'approved' })
  await approved('1000')
  const refused = await send('1001')
  expect(statusAndType(refused)).toEqual([409, '/problems/over_budget'])
  expect(JSON.stringify(refused.body)).toMatch(/quedan 10\s€, tolerancia incluida/)
  await approved('1000')
  expect(statusAndType(await send('1'))).toEqual([409, '/problems/over_budget'])
  expect(await orders.balance()).toEqual([100000, 0, 105000, 0])
  const tolerated = {
    over: { minor: '3000', currency: 'EUR' },
    allowed: { minor: '5000', currency: 'EUR' },
  }
  const decided = (await ask(`/api/documents/${first}/timeline`)).body.items.at(-1)
  expect(decided.facts.tolerated).toEqual(tolerated)
})

test('an overrun beyond what its fact says was allowed is found, and so is one of nothing or in another currency', async () => {
  const { cast, change, approved, orders } = await stage('consta', { overrunPolicy: 'bloquear' })
  await change({ tolerance: fiftyEuros })
  await approved('99000')
  const id = await orders.approved({ amountMinor: '6000' })
  const said = (over: object) =>
    app.tamper(sql`update event set after = jsonb_set(after, '{tolerated,over}',
    ${JSON.stringify(over)}::jsonb) where company_id = ${cast.companyId} and object_id = ${id}
      and action = 'approval.decided' and after ? 'tolerated'`)
  expect(await brokenInvariants(app)).toEqual({})
  for (const over of [
    { minor: '5001', currency: 'EUR' },
    { minor: '0', currency: 'EUR' },
    { minor: '5000', currency: 'USD' },
  ]) {
    await said(over)
    expect(await brokenInvariants(app)).toMatchObject({
      'a tolerated overrun is within what its fact says was allowed': [id],
    })
  }
  await said({ minor: '5000', currency: 'EUR' })
})

test('under requiere_aprobacion a budget owner is asked beyond the tolerance alone, and the flow’s condition holds within it', async () => {
  const { cast, change, ask, person, publish, orders } = await stage('duenos', {
    overrunPolicy: 'requiere_aprobacion',
  })
  const [olga, director] = [await person('olga'), await person('director')]
  await ask('/api/company/budget-owners', 'PUT', { userIds: [olga.id] })
  await change({ tolerance: fiftyEuros })
  const within = await orders.submit({ amountMinor: '105000' })
  const beyond = await orders.submit({ amountMinor: '1' })
  expect((await orders.card(within)).stages).toMatchObject([{ origin: 'general' }])
  expect((await orders.card(beyond)).stages).toMatchObject([{ origin: 'general' }, { origin: 'overrun' }])
  await publish(rule([stagePlan({ approvers: users(director.id) })], { overBudget: true }))
  await orders.decide(beyond, cast.approvers[0], 'reject', { comment: 'No' })
  await change({ tolerance: { rate: 1000, amountMinor: null } })
  const ruled = await orders.submit({ amountMinor: '5000' })
  expect((await orders.card(ruled)).stages).toMatchObject([{ origin: 'rule' }])
})

test('two orders that each fit in the tolerance and not together: one is sent, and one is approved', {
  timeout: 60_000,
}, async () => {
  const sent = await stage('envian', { overrunPolicy: 'bloquear' })
  await sent.change({ tolerance: fiftyEuros })
  await sent.approved('100000')
  const answers = await Promise.all([sent.send('4000'), sent.send('4000')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const decided = await stage('deciden')
  await decided.approved('100000')
  const ids = [
    await decided.orders.submit({ amountMinor: '4000' }),
    await decided.orders.submit({ amountMinor: '4000' }),
  ]
  expect((await decided.change({ overrunPolicy: 'bloquear', tolerance: fiftyEuros })).status).toBe(200)
  const approvals = await Promise.all(ids.map(decided.approve))
  expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await decided.orders.balance())[2]).toBe(104000)
})

test('a tolerance is not tightened, nor a total cut, below what is spent under bloquear', async () => {
  const { ask, path, change, dossier, approved } = await stage('ajusta', { overrunPolicy: 'bloquear' })
  await change({ tolerance: fiftyEuros })
  await approved('104000')
  expect(statusAndType(await change({ tolerance: { rate: 399, amountMinor: null } }))).toEqual([
    409,
    '/problems/already_spent',
  ])
  expect(statusAndType(await change({ tolerance: null }))).toEqual([409, '/problems/already_spent'])
  expect((await change({ tolerance: { rate: 400, amountMinor: null } })).status).toBe(200)
  const amend = async (totalMinor: string) =>
    ask(`${path}/amendments`, 'POST', { revision: (await dossier()).revision, totalMinor, reason: 'Ajuste' })
  expect(statusAndType(await amend('99999'))).toEqual([409, '/problems/below_spent'])
  expect((await amend('100001')).status).toBe(200)
  expect((await dossier()).tolerance).toMatchObject({ rate: 400 })
  expect((await dossier()).history[1]).toMatchObject({ after: { tolerance: { rate: 400 } } })
})

test('a contract follows the company’s tolerance, unless it has its own, none included, or another currency', async () => {
  const { set, change, inForce, dossier, cast } = await stage('siguen')
  const tolerance = { rate: 500, amountMinor: '20000', currency: 'EUR' }
  expect((await set({ tolerance })).body.policies.tolerance).toEqual(tolerance)
  expect(await inForce()).toEqual(tolerance)
  expect((await dossier()).tolerance).toBeNull()
  await change({ tolerance: { rate: null, amountMinor: null } })
  expect(await inForce()).toEqual({ rate: 0, amountMinor: null, currency: null })
  await change({})
  expect(await inForce()).toMatchObject({ rate: 0 })
  await change({ tolerance: null })
  expect(await inForce()).toEqual(tolerance)
  const dollars = { ...cast.order, amountMinor: '100001' }
  await set({ overrunPolicy: 'bloquear', tolerance: { ...tolerance, currency: 'USD' } })
  await change({ overrunPolicy: null })
  expect(
    statusAndType(await app.ask('/api/documents', { method: 'POST', as: cast.client, body: dollars })),
  ).toEqual([409, '/problems/over_budget'])
})

test('the company’s tolerance is its administrators’ alone, says what it changes, and is not tightened below what is spent', async () => {
  const { cast, set, change, approved } = await stage('ajustes')
  for (const as of [cast.client, cast.approvers[0], cast.executor])
    expect((await set({ tolerance: { rate: 100, amountMinor: null, currency: null } }, as)).status).toBe(403)
  for (const tolerance of [
    { rate: 10_001, amountMinor: null, currency: null },
    { rate: 1.5, amountMinor: null, currency: null },
    { rate: -1, amountMinor: null, currency: null },
    { rate: null, amountMinor: '-1', currency: 'EUR' },
    { rate: null, amountMinor: '1', currency: null },
    { rate: null, amountMinor: null, currency: 'EUR' },
  ])
    expect((await set({ tolerance })).status).toBe(422)
  const wide = { rate: 1000, amountMinor: null, currency: null }
  await set({ tolerance: wide })
  expect((await change({ overrunPolicy: null })).status).toBe(200)
  expect((await set({ overrunPolicy: 'bloquear' })).status).toBe(200)
  await approved('104000')
  const refused = await set({ tolerance: { ...wide, rate: 399 } })
  expect(statusAndType(refused)).toEqual([409, '/problems/contracts_exceeded'])
  expect((await set({ tolerance: { ...wide, rate: 400 } })).status).toBe(200)
  const facts = await app.tamper(sql`
    select before, after from event where company_id = ${cast.companyId} and action = 'company.tolerance_changed'
    order by number`)
  expect(facts).toEqual([
    {
      before: { tolerance: { rate: null, amountMinor: null, currency: null } },
      after: { tolerance: wide, contracts: 2 },
    },
    { before: { tolerance: wide }, after: { tolerance: { ...wide, rate: 400 }, contracts: 2 } },
  ])
})
