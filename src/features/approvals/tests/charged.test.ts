// Contracts that an order may charge, depending on the person, and the answers to people who may not.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let [otherId, others, provider] = ['', '', '']

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  otherId = await cast.make('/api/providers', { name: 'Otro', clientIds: [cast.clientId] })
  const { clientId, billable, payable, approverIds, executorId } = cast
  others = await cast.make('/api/contracts', {
    type: 'proveedor',
    clientId,
    providerId: otherId,
    description: 'Del otro',
    totalMinor: '50000',
    currency: 'EUR',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
    overrunPolicy: 'bloquear',
  })
  // The other provider's contract comes before the cast's own: by type and by id alone it would be the default.
  cast.order.projectId = await cast.make('/api/projects', {
    name: 'De dos proveedores',
    clientId,
    totalMinor: '1000',
    contractIds: [others, billable, payable],
    approverIds,
    executorIds: [executorId],
  })
  await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
  provider = await app.signIn(cast.address('proveedor'))
})
afterAll(() => app.stop())

const send = (over: object, as: string | undefined = cast.client) =>
  orders.post('/api/documents', as, { ...cast.order, ...over })
const chargedBy = async (over: object, as?: string): Promise<string> => {
  const { status, body } = await send(over, as)
  expect(status, JSON.stringify(body)).toBe(200)
  const [charged] = await app.owner.run<{ contract_id: string }>(sql`
    select contract_id from document where company_id = ${cast.companyId} and id = ${body.id}`)
  return charged?.contract_id ?? ''
}

describe('a provider’s contract', () => {
  afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))

  it('is charged only by orders of its provider, whoever makes them', async () => {
    for (const as of [cast.client, cast.admin]) {
      const { status, body } = await send({ contractId: others }, as)
      expect([status, body.type]).toEqual([409, '/problems/contract_not_of_provider'])
    }
    expect(await chargedBy({ providerId: otherId, contractId: others, amountMinor: '100' })).toBe(others)
  })

  it('is no refuge for what does not fit in the provider’s own', async () => {
    const beyond = { providerId: otherId, amountMinor: '60000' }
    expect((await send(beyond)).body.type).toBe('/problems/over_budget')
    const { status, body } = await send({ ...beyond, contractId: cast.payable })
    expect([status, body.type]).toEqual([409, '/problems/contract_not_of_provider'])
  })

  it('is the one that an order of its provider charges unless another is chosen', async () => {
    expect(await chargedBy({})).toBe(cast.payable)
    expect(await chargedBy({ providerId: otherId, amountMinor: '100' })).toBe(others)
    const third = await cast.make('/api/providers', { name: 'Tercero', clientIds: [cast.clientId] })
    expect(await chargedBy({ providerId: third })).toBe(cast.billable)
  })

  it('is not charged by another order that is corrected either', async () => {
    const id = await orders.submit()
    const { clientId: _, ...content } = { ...cast.order, clientId: null }
    expect((await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 })).status).toBe(
      200,
    )
    const body = { ...content, contractId: others, revision: 1 }
    const answer = await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body })
    expect([answer.status, answer.body.type]).toEqual([409, '/problems/contract_not_of_provider'])
  })

  it('is shown as what would be charged before the order is sent', async () => {
    const { projectId } = cast.order
    for (const [providerId, contractId] of [
      [cast.providerId, cast.payable],
      [otherId, others],
    ]) {
      const asked = `type=gasto&amountMinor=100&providerId=${providerId}`
      const { body } = await app.ask(`/api/projects/${projectId}/route?${asked}`, { as: cast.client })
      expect(body.contractId).toBe(contractId)
    }
  })
})

describe('a provider', () => {
  it('charges only contracts that it is party to', async () => {
    expect(await chargedBy({}, provider)).toBe(cast.payable)
    expect(await chargedBy({ contractId: cast.payable }, provider)).toBe(cast.payable)
  })

  it('is told of every other contract what it is told of one that does not exist, whatever the amount', async () => {
    const told = async (contractId: string, amountMinor: string) => {
      const { status, body } = await send({ contractId, amountMinor }, provider)
      return { status, type: body.type, detail: body.detail, facts: body.facts }
    }
    const absent = await told('CTR-999', '100')
    expect([absent.status, absent.type]).toEqual([409, '/problems/contract_not_of_project'])
    for (const contractId of [others, cast.billable])
      for (const amount of ['100', '60000', '999999999'])
        expect(await told(contractId, amount)).toEqual(absent)
  })
})

describe('a contract with a client', () => {
  it('names no provider: one that is sent is refused, not left aside', async () => {
    const { clientId, providerId } = cast
    const body = {
      type: 'cliente',
      clientId,
      providerId,
      description: 'Se factura',
      totalMinor: '100',
      currency: 'EUR',
      startsOn: '2020-01-01',
      endsOn: '2090-12-31',
    }
    const answer = await orders.post('/api/contracts', cast.admin, body)
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toMatchObject([{ pointer: '/providerId' }])
  })
})

describe('what verify finds', () => {
  it('an open order that charges another provider’s contract', async () => {
    const id = await orders.submit()
    const moved = (contractId: string) =>
      app.owner.run(sql`
      update document set contract_id = ${contractId}, previous_state = state
      where company_id = ${cast.companyId} and id = ${id} returning id`)
    await moved(others)
    const name = 'a provider’s contract is charged only by its orders'
    expect((await brokenInvariants(app))[name]).toEqual([id])
    await moved(cast.payable)
    expect((await brokenInvariants(app))[name]).toBeUndefined()
  })
})
