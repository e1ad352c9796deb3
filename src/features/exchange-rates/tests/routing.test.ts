// Orders in other currencies, of clients, requesters and taxes, under a flow that asks for them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatDay } from '#kernel/day.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { sceneInDollars } from '#tests/support/dollars.ts'
import { euros, rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const dollars = (name: string) => sceneInDollars(app, name)

test('an order in dollars meets what its worth in euros meets on its day, and keeps the rate that was used', async () => {
  const { publish, enter, dora, order, basis, preview, projectId, ask } = await dollars('en-euros')
  await enter('0.9200', dayFromToday(-30))
  await enter('0.5', dayFromToday(1))
  await publish(rule([stage({ approvers: users(dora.id) })], { from: euros('110400') }))
  const [small, large] = [await order({ amountMinor: '119998' }), await order({ amountMinor: '120000' })]
  expect(await basis(large.body.id)).toEqual([
    expect.stringMatching(
      /^Regla «Pagos grandes» \(flujo 1\): monto desde 1\.104 €; 1\.200 US\$ = 1\.104 € al tipo 0,92 de /,
    ),
  ])
  // 1.199,98 dollars are 1.103,99 euros: a cent of a dollar less, and a cent of a euro less.
  expect(await basis(small.body.id)).toEqual([
    expect.stringMatching(/^Flujo general: .*; 1\.199,98 US\$ = 1\.103,99 € al tipo 0,92 de /),
  ])
  const shown = await preview('120000')
  expect(shown).toMatchObject({ rule: 'Pagos grandes', missingRate: null })
  await enter('0.1')
  expect((await basis(large.body.id))[0]).toContain('al tipo 0,92')
  expect(await preview('120000')).toMatchObject({ rule: null })
  expect((await ask(`/api/projects/${projectId}/documents/${large.body.id}`)).body.stages).toHaveLength(1)
})

test('an order that a missing rate leaves between two rules is refused before and when it is sent, and not others', async () => {
  const { cast, publish, enter, dora, order, preview } = await dollars('entre-dos')
  await enter('0.92')
  await publish(
    rule([stage({ approvers: users(dora.id) })], { types: ['emision'], from: euros('1') }, 'De emisión'),
    rule([stage({ approvers: users(dora.id) })], { upTo: euros('100000') }, 'Pequeños'),
  )
  await app.tamper(sql`delete from exchange_rate where company_id = ${cast.companyId}`)
  expect(await preview('5000')).toMatchObject({
    rule: null,
    stages: [],
    missingRate: { text: expect.stringContaining('de USD a EUR'), mayEnter: false },
  })
  expect((await preview('5000', cast.admin)).missingRate.mayEnter).toBe(true)
  const refused = await order({ amountMinor: '5000' })
  expect(statusAndType(refused)).toEqual([409, '/problems/rate_missing'])
  expect(refused.body.title).toContain('Falta el tipo de cambio de USD a EUR')
  expect((await order({ projectId: cast.projectId, amountMinor: '5000' })).status).toBe(200)
  await enter('0.92')
  expect((await order({ amountMinor: '5000' })).status).toBe(200)
})

test('what was asked for one payee in several currencies is summed in that of the threshold', async () => {
  const { cast, publish, enter, dora, order, ask } = await dollars('sumados')
  await enter('0.5')
  await publish(rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('15000') }))
  const rulesOf = async (id: string, projectId: string) =>
    (await ask(`/api/projects/${projectId}/documents/${id}`)).body.stages.map(
      ({ origin }: { origin: string }) => origin,
    )
  const first = await order({ projectId: cast.projectId, amountMinor: '10000' })
  expect(await rulesOf(first.body.id, cast.projectId)).toEqual(['general'])
  // 100 euros, and 100 dollars that are 50.
  const second = await order({ amountMinor: '10000' })
  const { body } = await ask(`/api/documents?limit=1`, 'GET', undefined, dora.token)
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second.body.id])
  const simulated = await ask('/api/flows/draft', 'PUT', {
    revision: null,
    rules: [rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('15001') })],
  })
  expect(simulated.body.findings).toEqual([])
  const tried = (await ask('/api/flows/simulation')).body
  expect(tried).toMatchObject({ tried: 2, changed: 1, items: [{ documentId: second.body.id }] })
})

test('a blocked order that waits for the rate of its day begins its approval when that rate is said', async () => {
  const { cast, publish, enter, dora, person, order, basis, projectId, ask } = await dollars('a-destiempo')
  const raul = await person('raul')
  await publish(rule([stage({ approvers: users(dora.id) })]))
  await app.tamper(
    sql`update member set active = false where company_id = ${cast.companyId} and user_id = ${dora.id}`,
  )
  const { id } = (await order({ amountMinor: '120000' })).body
  await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '2 days'`)}
    where company_id = ${cast.companyId} and id = ${id}`)
  const address = `/api/projects/${projectId}/documents/${id}`
  const state = async () => (await ask(address)).body.state
  await enter('0.5')
  expect((await publish(rule([stage({ approvers: users(raul.id) })], { from: euros('1') }))).status).toBe(200)
  expect(await state()).toBe('blocked')
  const waitsFor = async (as?: string) =>
    (await ask(`${address}/missing-rate`, 'GET', undefined, as)).body.missingRate
  const text = expect.stringContaining(`de USD a EUR del ${formatDay(dayFromToday(-2))}: `)
  expect(await waitsFor()).toEqual({ text, mayEnter: true })
  expect(await waitsFor(cast.client)).toEqual({ text, mayEnter: false })
  expect((await enter('0.92', dayFromToday(-3), {}, cast.client)).status).toBe(403)
  expect(await state()).toBe('blocked')
  expect((await enter('0.92', dayFromToday(-3))).status).toBe(200)
  expect(await state()).toBe('in_approval')
  expect(await waitsFor()).toBeNull()
  expect((await basis(id))[0]).toContain('(flujo 2): monto desde 0,01 €; 1.200 US$ = 1.104 € al tipo 0,92')
})

test('a rate entered twice at once, while an order that needs it is sent, leaves no order lost or blocked', async () => {
  const { cast, publish, enter, dora, order, projectId, ask } = await dollars('a-la-vez')
  const state = async (id: string) => (await ask(`/api/projects/${projectId}/documents/${id}`)).body.state
  const employ = (isActive: boolean) =>
    app.tamper(sql`update member set active = ${isActive}
      where company_id = ${cast.companyId} and user_id = ${dora.id}`)
  const forgetRates = () => app.tamper(sql`delete from exchange_rate where company_id = ${cast.companyId}`)
  const stages = [stage({ approvers: users(dora.id) })]
  const body = { ...cast.order, projectId }
  for (const round of [1, 2, 3, 4]) {
    await publish(rule(stages))
    await employ(false)
    const waiting: string = (await order()).body.id
    await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '2 days'`)}
      where company_id = ${cast.companyId} and id = ${waiting}`)
    await enter('0.5')
    await employ(true)
    expect((await publish(rule(stages, { from: euros(`${round}`) }))).status).toBe(200)
    await forgetRates()
    expect(await state(waiting)).toBe('blocked')
    const key = `0198f1c2-7d3a-7c41-9a52-3f1f0c6b7f1${round}`
    const send = () => app.ask('/api/documents', { method: 'POST', as: cast.client, key, body })
    const twice = ['0.92', '0.93'].map(rate => enter(rate, dayFromToday(-3)))
    const [sent, ...entered] = await Promise.all([send(), ...twice])
    expect(entered.map(({ status }) => status)).toEqual([200, 200])
    expect(await state(waiting)).toBe('in_approval')
    if (sent.status !== 200) expect(statusAndType(sent)).toEqual([409, '/problems/rate_missing'])
    const { id } = (sent.status === 200 ? sent : await send()).body
    expect(await state(id)).toBe('in_approval')
    await forgetRates()
  }
})

test('what others asked of a payee is summed for a client, and neither its sum nor its currency is told', async () => {
  const { cast, publish, enter, dora, order, ask } = await dollars('callados')
  await enter('0.92')
  await publish(rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('4600000') }))
  expect((await order({ amountMinor: '5000000' })).status).toBe(200)
  const route = (as = cast.client) =>
    ask(
      `/api/projects/${cast.projectId}/route?providerId=${cast.providerId}&amountMinor=100`,
      'GET',
      undefined,
      as,
    )
  const shown = await route()
  expect(shown.body).toMatchObject({ rule: 'Pagos grandes' })
  expect(JSON.stringify(shown.body)).not.toMatch(/US\$|50\.000/)
  await app.tamper(sql`delete from exchange_rate where company_id = ${cast.companyId}`)
  const hidden = (await route()).body.missingRate
  expect(hidden.text).toMatch(/^Falta un tipo de cambio: /)
  expect((await route(cast.admin)).body.missingRate.text).toContain('de USD a EUR')
  const refused = await order({ projectId: cast.projectId })
  expect(statusAndType(refused)).toEqual([409, '/problems/rate_missing'])
  expect(JSON.stringify(refused.body)).not.toContain('USD')
})

test('a rule of a client, of whoever asks and of a tax takes their orders, and names to their readers those that are met alone', async () => {
  const { cast, publish, dora, orders, ask, projectId } = await dollars('de-cliente')
  const other = await cast.make('/api/clients', { name: 'Otro', email: cast.address('otro') })
  const stages = [stage({ approvers: users(dora.id) })]
  const asker = (await ask('/api/people')).body.items.find(
    ({ email }: { email: string }) => email === cast.address('cliente'),
  )
  await publish(
    rule(stages, { clientIds: [other] }, 'De otro'),
    rule(stages, { requesterIds: [dora.id] }, 'De dora'),
    rule(
      stages,
      {
        clientIds: [cast.clientId, other],
        requesterIds: [dora.id, asker.userId],
        projectIds: [projectId, cast.projectId],
        taxCategories: ['irpf', 'exento'],
      },
      'De aquí',
    ),
  )
  const breakdown = {
    taxLines: [{ kind: 'exento', rate: 0, baseMinor: '10000', taxMinor: '0' }],
    disbursementsMinor: '0',
    withholding: null,
    prepaidMinor: '0',
    roundingMinor: '0',
  }
  const taxed = await orders.card(await orders.submit({ breakdown }))
  expect(taxed.stages.map(({ basis }: { basis: string }) => basis)).toEqual([
    `Regla «De aquí» (flujo 1): cliente Cliente de-cliente, proyecto ${cast.projectId}, lo pide ${asker.name}, impuestos: retención de IRPF, exento`,
  ])
  const untaxed = await orders.card(await orders.submit())
  expect(untaxed.stages).toMatchObject([{ origin: 'general' }])
  const { published, names } = (await ask('/api/flows')).body
  expect(published.rules[2].conditions).toMatchObject({
    clientIds: [cast.clientId, other],
    taxCategories: ['irpf', 'exento'],
  })
  expect(published.rules[2].stages).toMatchObject([{ approvers: { userIds: [dora.id] } }])
  expect(names.clients).toEqual(expect.arrayContaining([{ id: cast.clientId, name: 'Cliente de-cliente' }]))
  const stranger = (await scene(app, 'ajena-de-cliente')).cast
  for (const conditions of [{ clientIds: [stranger.clientId] }, { requesterIds: [stranger.executorId] }])
    expect((await publish(rule(stages, conditions))).status).toBe(409)
})
