import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'

let app: TestApp
let cast: Cast
let other: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
})
afterAll(() => app.stop())

const post = (path: string, as: string | undefined, body: object, key?: string) =>
  app.ask(path, { method: 'POST', as, body, ...(key ? { key } : {}) })

const project = (over: object = {}) => ({
  name: 'Nave',
  clientId: cast.clientId,
  totalMinor: '5000',
  contractIds: [cast.payable],
  approverIds: cast.approverIds,
  executorIds: [cast.executorId],
  ...over,
})
const contract = (over: object = {}) => ({
  type: 'cliente',
  clientId: cast.clientId,
  description: 'Marco',
  totalMinor: '5000',
  currency: 'EUR',
  startsOn: dayFromToday(-100),
  endsOn: dayFromToday(100),
  ...over,
})

describe('making a project', () => {
  it('is the administrator’s alone', async () => {
    expect((await post('/api/projects', undefined, project())).status).toBe(401)
    for (const who of [cast.client, cast.approvers[0], cast.executor]) {
      expect((await post('/api/projects', who, project())).status).toBe(403)
    }
  })

  it.each([
    ['contracts of another client', () => ({ contractIds: ['CTR-999'] }), 'contract_of_other_client'],
    ['people of another company', () => ({ approverIds: other.approverIds }), 'person_not_eligible'],
    ['a client of another company', () => ({ clientId: other.clientId }), 'client_inactive'],
    ['one who both approves and executes', () => ({ executorIds: cast.approverIds }), 'approver_is_executor'],
  ])('with %s is refused', async (_, over, refusal) => {
    const { status, body } = await post('/api/projects', cast.admin, project(over()))
    expect([status, body.type]).toEqual([409, `/problems/${refusal}`])
  })

  it('names at its field the person of the company who cannot be chosen, and nobody of another', async () => {
    const payee = await app.person(cast.companyId, 'provider', cast.address('cobra'), {
      name: 'Carla',
      lastName: 'Cobra',
      providerId: cast.providerId,
    })
    const ofRefusal = { type: '/problems/person_not_eligible', status: 409 }
    const executorIds = [cast.executorId, payee]
    const { body } = await post('/api/projects', cast.admin, project({ executorIds }))
    const title =
      'No se puede elegir a Carla Cobra: su cuenta no está activa, o su rol o su cliente no lo permiten.'
    expect(body).toMatchObject({ ...ofRefusal, title, facts: { name: 'Carla Cobra' } })
    expect(body.issues).toEqual([{ pointer: '/executorIds', code: 'person_not_eligible', message: title }])
    const appointed = await app.ask(`/api/projects/${cast.projectId}/people`, {
      method: 'PUT',
      as: cast.admin,
      body: { approverIds: [payee], executorIds: [cast.executorId] },
    })
    expect(appointed.body).toMatchObject({ ...ofRefusal, title, issues: [{ pointer: '/approverIds' }] })
    const owners = await app.ask('/api/company/budget-owners', {
      method: 'PUT',
      as: cast.admin,
      body: { userIds: [payee] },
    })
    expect(owners.body).toMatchObject({ ...ofRefusal, title, issues: [{ pointer: '/userIds' }] })
    const strangers = await post('/api/projects', cast.admin, project({ approverIds: other.approverIds }))
    expect(strangers.body).toMatchObject({ ...ofRefusal, issues: [{ pointer: '/approverIds' }] })
    expect(strangers.body).not.toHaveProperty('facts')
  })

  it('says what is missing at its field', async () => {
    const { status, body } = await post('/api/projects', cast.admin, {})
    expect(status).toBe(422)
    const at = Object.fromEntries(
      body.issues.map((issue: { pointer: string; message: string }) => [issue.pointer, issue.message]),
    )
    expect(at).toMatchObject({
      '/name': 'Nombre requerido',
      '/clientId': 'Cliente requerido',
      '/totalMinor': 'Monto válido requerido',
    })
  })

  it('twice under one key makes one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        post('/api/projects', cast.admin, project({ name: 'Una' }), 'una-sola-clave'),
      ),
    )
    const made = answers.filter(answer => answer.status === 200).map(answer => answer.body.id)
    expect(new Set(made).size).toBe(1)
    const { body } = await app.ask('/api/projects?q=una', { as: cast.admin })
    expect(body.items.filter((item: { name: string }) => item.name === 'Una')).toHaveLength(1)
  })
})

describe('seeing projects', () => {
  it('another company’s is absent, and people see only those that concern them', async () => {
    const id = await cast.make(
      '/api/projects',
      project({ name: 'Reservada', approverIds: [], executorIds: [] }),
    )
    expect((await app.ask(`/api/projects/${id}`, { as: other.admin })).status).toBe(404)
    expect((await app.ask(`/api/projects/${id}`, { as: cast.approvers[0] })).status).toBe(404)
    expect((await app.ask(`/api/projects/${id}`, { as: cast.client })).status).toBe(200)
    const { body } = await app.ask('/api/projects', { as: cast.approvers[0] })
    expect(body.items.map((item: { id: string }) => item.id)).not.toContain(id)
  })

  it('lists those of one client, and to a client only its own whatever it asks', async () => {
    const west = await makeCast(app, 'oeste', { companyId: cast.companyId })
    const of = async (clientId: string, as: string) => {
      const { body } = await app.ask(`/api/projects?clientId=${clientId}`, { as })
      return body.items.map((item: { id: string }) => item.id)
    }
    expect(await of(west.clientId, cast.admin)).toEqual([west.projectId])
    expect(await of(cast.clientId, cast.admin)).not.toContain(west.projectId)
    expect(await of(west.clientId, cast.client)).toEqual([])
    expect(await of(cast.clientId, other.admin)).toEqual([])
  })

  it('shows figures that are the sums of its orders', async () => {
    const orders = ordersOf(app, other)
    await orders.submit({ amountMinor: '700' })
    await orders.submit({ type: 'emision', amountMinor: '300' })
    const rejected = await orders.submit({ amountMinor: '5000' })
    await orders.decide(rejected, other.approvers[0], 'reject')
    const { body } = await app.ask(`/api/projects/${other.projectId}`, { as: other.client })
    expect(body).toMatchObject({
      counts: { pending: 2, approved: 0, paid: 0, rejected: 1 },
      paymentOrdersCount: 2,
      issuanceOrdersCount: 1,
      paymentTotal: { minor: '700' },
      issuanceTotal: { minor: '300' },
    })
  })
})

describe('making a contract', () => {
  it('is the administrator’s, with parties of the own company', async () => {
    expect((await post('/api/contracts', cast.client, contract())).status).toBe(403)
    expect((await post('/api/contracts', cast.admin, contract({ clientId: other.clientId }))).body.type).toBe(
      '/problems/client_inactive',
    )
    const stray = contract({ type: 'proveedor', providerId: 'PRV-999' })
    expect((await post('/api/contracts', cast.admin, stray)).body.type).toBe('/problems/provider_inactive')
    expect((await post('/api/contracts', cast.admin, contract())).status).toBe(200)
  })

  it('makes the provider it pays one of its client’s, once, and leaves the others', async () => {
    const one = await makeCast(app, 'este')
    const ofClient = async () =>
      (await app.ask(`/api/providers?clientId=${one.clientId}`, { as: one.admin })).body.items.map(
        ({ id }: { id: string }) => id,
      )
    const providerId = await one.make('/api/providers', { name: 'Andamios Turia' })
    expect(await ofClient()).toEqual([one.providerId])
    const pays = contract({ type: 'proveedor', clientId: one.clientId, providerId })
    const made = await Promise.all([1, 2].map(() => post('/api/contracts', one.admin, pays)))
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect((await ofClient()).toSorted()).toEqual([one.providerId, providerId].toSorted())
    const assigned = (await app.journal(one.companyId, one.clientId)).filter(({ after }) =>
      JSON.stringify(after).includes(`"${providerId}"`),
    )
    expect(assigned.map(({ action }) => action)).toEqual(['client.providers_assigned'])
  })

  it.each([
    [{ endsOn: '2025-01-01' }, '/endsOn', 'La fecha de fin debe ser igual o posterior a la de inicio'],
    [{ type: 'proveedor' }, '/providerId', 'Proveedor requerido en un contrato de proveedor'],
    [{ totalMinor: '-5' }, '/totalMinor', 'Monto válido requerido'],
    [{ currency: 'ZZZ' }, '/currency', 'Moneda no admitida'],
    [{ startsOn: '2026-02-30' }, '/startsOn', 'Fecha no válida (dd/mm/aaaa)'],
  ])('with %j is told at its field', async (over, pointer, message) => {
    const { status, body } = await post('/api/contracts', cast.admin, contract(over))
    expect([status, body.issues[0].pointer, body.issues[0].message]).toEqual([422, pointer, message])
  })

  it('out of its dates takes no orders', async () => {
    const expired = await cast.make(
      '/api/contracts',
      contract({ startsOn: '2020-01-01', endsOn: '2020-12-31' }),
    )
    const projectId = await cast.make('/api/projects', project({ name: 'Vieja', contractIds: [expired] }))
    const answer = await post('/api/documents', cast.client, { ...cast.order, projectId })
    expect([answer.status, answer.body.type]).toEqual([409, '/problems/contract_out_of_dates'])
  })

  it('is seen by its client and its project’s people, and by no other client', async () => {
    const ids = async (as: string | undefined) =>
      (await app.ask('/api/contracts', { as })).body.items.map((item: { clientId: string }) => item.clientId)
    expect(new Set(await ids(cast.client))).toEqual(new Set([cast.clientId]))
    expect(new Set(await ids(other.client))).toEqual(new Set([other.clientId]))
    expect(await ids(cast.approvers[0])).not.toHaveLength(0)
  })
})

describe('a provider', () => {
  it('learns of a project its own orders, and neither the number nor the amount of anybody else’s', async () => {
    const otherId = await cast.make('/api/providers', { name: 'Competidor', clientIds: [cast.clientId] })
    const projectId = await cast.make(
      '/api/projects',
      project({ name: 'Compartida', contractIds: [cast.payable, cast.billable] }),
    )
    for (const over of [{}, { amountMinor: '70000', providerId: otherId, contractId: cast.billable }]) {
      expect((await post('/api/documents', cast.client, { ...cast.order, projectId, ...over })).status).toBe(
        200,
      )
    }
    await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
    const provider = await app.signIn(cast.address('proveedor'))
    const seen = { counts: { pending: 1 }, paymentOrdersCount: 1, paymentTotal: { minor: '10000' } }
    expect((await app.ask(`/api/projects/${projectId}`, { as: provider })).body).toMatchObject(seen)
    const { body } = await app.ask('/api/projects', { as: provider })
    expect(body.items.find((item: { id: string }) => item.id === projectId)).toMatchObject(seen)
    expect((await app.ask(`/api/projects/${projectId}`, { as: cast.client })).body).toMatchObject({
      paymentOrdersCount: 2,
      paymentTotal: { minor: '80000' },
    })
  })
})

describe('a plan’s limit', () => {
  it('stops a second project and a twenty-first order of the month, and nothing else', {
    timeout: 60_000,
  }, async () => {
    const free = await makeCast(app, 'gratis')
    await app.owner.pool.query(`update company set plan = 'free' where company_id = $1`, [free.companyId])
    const second = await post('/api/projects', free.admin, {
      ...project(),
      clientId: free.clientId,
      contractIds: [free.payable],
      approverIds: [],
      executorIds: [],
    })
    expect([second.body.type, second.body.title]).toEqual([
      '/problems/plan_limit',
      'El plan Free admite 1 proyecto activo. Cambia de plan para añadir más.',
    ])
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => post('/api/documents', free.client, free.order)),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(20)
    const refused = answers.find(answer => answer.status !== 200)
    expect(refused?.body.title).toBe(
      'El plan Free admite 20 documentos al mes. Cambia de plan para añadir más.',
    )
    const orders = ordersOf(app, free)
    const [made] = answers.filter(answer => answer.status === 200)
    expect((await orders.decide(made?.body.id, free.approvers[0])).status).toBe(200)
  })
})
