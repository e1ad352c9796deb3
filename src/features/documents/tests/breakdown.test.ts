// Orders whose amount says what it is made of: the contract is charged, and the bank pays, what follows from it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'desglose')
  orders = ordersOf(app, cast)
  await payFrom(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** Fee of 1.000 € with 21 % of IVA, of which 150 € are withheld. */
const fee = {
  amountMinor: '121000',
  breakdown: {
    taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '100000', taxMinor: '21000' }],
    withholding: { kind: 'irpf', rate: 1500, baseMinor: '100000', withheldMinor: '15000' },
  },
}
const euros = (minor: string) => ({ minor, currency: 'EUR' })

/** A project whose contract is consumed by what is billed without taxes. */
async function projectByBase(over: object = {}) {
  const contractId = await cast.make('/api/contracts', {
    type: 'proveedor',
    clientId: cast.clientId,
    providerId: cast.providerId,
    description: 'Por base',
    totalMinor: '150000',
    currency: 'EUR',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
    chargeBasis: 'base',
    ...over,
  })
  const projectId = await cast.make('/api/projects', {
    name: 'Por base',
    clientId: cast.clientId,
    totalMinor: '150000',
    contractIds: [contractId],
    approverIds: cast.approverIds,
    executorIds: [cast.executorId],
  })
  return { contractId, projectId }
}

const issuesOf = async (over: object) => {
  const { status, body } = await orders.post('/api/documents', cast.client, { ...cast.order, ...over })
  expect(status, JSON.stringify(body)).toBe(422)
  return body.issues.map(({ pointer, message }: { pointer: string; message: string }) => [pointer, message])
}

describe('an order with a breakdown', () => {
  test('charges its contract with the total where the contract says nothing else, and pays what is left', async () => {
    const [, , before = 0] = await orders.balance()
    const id = await orders.approved(fee)
    const [, , committed = 0] = await orders.balance()
    expect(committed - before).toBe(121_000)
    expect(await orders.card(id)).toMatchObject({
      amount: euros('121000'),
      charge: euros('121000'),
      payable: euros('106000'),
      breakdown: { ...fee.breakdown, disbursementsMinor: '0', prepaidMinor: '0', roundingMinor: '0' },
    })
    const batches = batchesOf(app, cast, () => [id])
    const { body } = await batches.download(await batches.released())
    const { body: xml } = await batches.fileAt(body.url)
    expect(textsOf(xml, 'InstdAmt')).toEqual(['1060.00'])
    expect(textsOf(xml, 'CtrlSum')).toEqual(['1060.00', '1060.00'])
  })

  test('takes its base from a contract by base, at each step of its life', async () => {
    const { contractId, projectId } = await projectByBase()
    const sent = { ...fee, projectId }
    const id = await orders.submit(sent)
    expect(await orders.balance(contractId)).toEqual([150_000, 100_000, 0, 0])
    await orders.decide(id, cast.approvers[0])
    await orders.decide(id, cast.approvers[1])
    expect(await orders.balance(contractId)).toEqual([150_000, 0, 100_000, 0])
    const undone = await orders.post(`/api/documents/${id}/undoing`, cast.approvers[1], { revision: 1 })
    expect(undone.status).toBe(200)
    expect(await orders.balance(contractId)).toEqual([150_000, 100_000, 0, 0])
    await orders.decide(id, cast.approvers[1])
    expect((await orders.confirm(id, cast.executor)).status).toBe(200)
    expect(await orders.balance(contractId)).toEqual([150_000, 0, 0, 100_000])
    const holds = await app.ask(`/api/contracts/${contractId}/holds`, { as: cast.admin })
    expect(holds.body.used).toMatchObject({ count: 1, amount: euros('100000') })
  })

  test('gives back what it took when it is returned, and takes what its correction says', async () => {
    const { contractId, projectId } = await projectByBase()
    const id = await orders.submit({ ...fee, projectId })
    await orders.decide(id, cast.approvers[0], 'return', { comment: 'Falta el IVA' })
    expect(await orders.balance(contractId)).toEqual([150_000, 0, 0, 0])
    const corrected = {
      amountMinor: '55000',
      breakdown: { taxLines: [{ kind: 'iva', rate: 1000, baseMinor: '50000', taxMinor: '5000' }] },
    }
    const resent = await app.ask(`/api/documents/${id}`, {
      method: 'PUT',
      as: cast.client,
      body: { ...cast.order, projectId, ...corrected, revision: 1 },
    })
    expect(resent.status, JSON.stringify(resent.body)).toBe(200)
    expect(await orders.balance(contractId)).toEqual([150_000, 50_000, 0, 0])
    const changes = await app.ask(`/api/projects/${projectId}/documents/${id}/changes`, {
      as: cast.approvers[0],
    })
    const [{ texts }] = JSON.parse(JSON.stringify(changes.body.items).replaceAll('\u00a0', ' '))
    expect(texts).toContainEqual({
      field: 'breakdown',
      before: 'IVA 21 %: 210 € sobre 1.000 €; IRPF 15 %, retenido: 150 € sobre 1.000 €',
      after: 'IVA 10 %: 50 € sobre 500 €',
    })
  })

  test('fits a contract that blocks by its base, and not by a cent more', async () => {
    const { projectId } = await projectByBase({ totalMinor: '100000', overrunPolicy: 'bloquear' })
    const cent = {
      amountMinor: '121001',
      breakdown: { ...fee.breakdown, disbursementsMinor: '1' },
    }
    const refused = await orders.post('/api/documents', cast.client, { ...cast.order, ...cent, projectId })
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/over_budget'])
    const id = await orders.approved({ ...fee, projectId })
    expect(
      (await app.ask(`/api/projects/${projectId}/documents/${id}`, { as: cast.client })).body.state,
    ).toBe('approved')
  })

  test('meets the conditions of a flow with its amount, whatever its contract takes', async () => {
    const { projectId } = await projectByBase({ totalMinor: '100000', overrunPolicy: 'requiere_aprobacion' })
    const route = (query: string) => app.ask(`/api/projects/${projectId}/route?${query}`, { as: cast.client })
    const { body } = await route('amountMinor=121000&chargeMinor=100000')
    expect(body.exceeds).toBe(false)
    expect((await route('amountMinor=121000')).body.exceeds).toBe(true)
  })

  test('that does not add up is refused at the line, with how much', async () => {
    const [line] = fee.breakdown.taxLines
    expect(await issuesOf({ ...fee, amountMinor: '121001' })).toEqual([
      ['/breakdown', 'El desglose no suma el total de la factura: faltan 1 en la unidad menor de la moneda.'],
    ])
    const off = { ...fee.breakdown, taxLines: [{ ...line, taxMinor: '20000' }] }
    expect(await issuesOf({ amountMinor: '120000', breakdown: off })).toEqual([
      [
        '/breakdown/taxLines/0/taxMinor',
        'Línea 1: el impuesto no es el de su base y su tipo, faltan 1000 en la unidad menor de la moneda.',
      ],
    ])
  })

  test.each([
    ['nine lines', { taxLines: Array(9).fill(fee.breakdown.taxLines[0]) }],
    ['a rate above the whole', { taxLines: [{ ...fee.breakdown.taxLines[0], rate: 10_001 }] }],
    ['a rate with decimals', { taxLines: [{ ...fee.breakdown.taxLines[0], rate: 21.5 }] }],
    ['an amount that is a number', { taxLines: [{ ...fee.breakdown.taxLines[0], baseMinor: 100_000 }] }],
    ['digits without end', { disbursementsMinor: '9'.repeat(40) }],
    ['a tax that nobody knows', { taxLines: [{ ...fee.breakdown.taxLines[0], kind: 'diezmo' }] }],
    ['something withheld below zero', { withholding: { ...fee.breakdown.withholding, withheldMinor: '-1' } }],
    ['nothing left to pay', { ...fee.breakdown, prepaidMinor: '106000' }],
    ['no breakdown at all', 'iva'],
  ])('is refused with %s', async (_, breakdown) => {
    await issuesOf({ ...fee, breakdown })
  })
})

describe('an order without a breakdown', () => {
  test('keeps none, and its content is sealed as it always was', async () => {
    const id = await orders.submit()
    const [row] = await app.owner.run<{ breakdown: unknown; charge: unknown; content: object }>(sql`
      select d.breakdown, d.charge_minor as charge, r.content from document d
      join document_revision r on r.company_id = d.company_id and r.document_id = d.id
      where d.company_id = ${cast.companyId} and d.id = ${id}`)
    expect([row?.breakdown, row?.charge]).toEqual([null, null])
    expect(Object.keys(row?.content ?? {})).not.toContain('taxLines')
    expect(await orders.card(id)).toMatchObject({ payable: null, breakdown: null, charge: euros('10000') })
  })

  test('charges a contract by base with all of it', async () => {
    const { contractId, projectId } = await projectByBase()
    await orders.submit({ projectId, amountMinor: '7000' })
    expect(await orders.balance(contractId)).toEqual([150_000, 7000, 0, 0])
  })
})

describe('what a contract is consumed by', () => {
  const terms = { description: 'Por base', conditions: '', startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const change = (contractId: string, body: object, as = cast.admin) =>
    app.ask(`/api/contracts/${contractId}`, { method: 'PUT', as, body: { ...terms, ...body } })

  test('may change until its first order, even when that order was given back', async () => {
    const { contractId, projectId } = await projectByBase()
    expect((await change(contractId, { revision: 1, chargeBasis: 'total' })).status).toBe(200)
    const id = await orders.submit({ ...fee, projectId })
    expect(await orders.balance(contractId)).toEqual([150_000, 121_000, 0, 0])
    await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 })
    const refused = await change(contractId, { revision: 2, chargeBasis: 'base' })
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/already_charged'])
    const kept = await change(contractId, { revision: 2, chargeBasis: 'total' })
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    expect((await change(contractId, { revision: 3 })).status).toBe(200)
    const { body } = await app.ask(`/api/contracts/${contractId}`, { as: cast.admin })
    expect(body.chargeBasis).toBe('total')
  })

  test('is what the company says where a new contract says nothing', async () => {
    const setting = (chargeBasis: string) =>
      app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { chargeBasis } })
    expect((await setting('base')).status).toBe(200)
    const { contractId } = await projectByBase({ chargeBasis: undefined })
    expect((await setting('total')).status).toBe(200)
    const { body } = await app.ask(`/api/contracts/${contractId}`, { as: cast.admin })
    expect(body.chargeBasis).toBe('base')
    expect((await setting('neto')).status).toBe(422)
  })

  test('a change and a first order at once leave every order charged as its contract says', async () => {
    for (let time = 0; time < 4; time++) {
      const { contractId, projectId } = await projectByBase()
      const [changed, sent] = await Promise.all([
        change(contractId, { revision: 1, chargeBasis: 'total' }),
        orders.post('/api/documents', cast.client, { ...cast.order, ...fee, projectId }),
      ])
      expect([200, 409]).toContain(changed.status)
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      const [, requested] = await orders.balance(contractId)
      const { body } = await app.ask(`/api/contracts/${contractId}`, { as: cast.admin })
      expect(requested).toBe(body.chargeBasis === 'base' ? 100_000 : 121_000)
    }
  })
})
