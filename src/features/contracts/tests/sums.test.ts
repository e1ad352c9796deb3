// Sums beyond eighteen digits: every screen that adds amounts still shows them, whole.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'

const huge = 999_999_999_999_999_999n

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let provider = ''

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
  provider = await app.signIn(cast.address('proveedor'))
  const { companyId, projectId, payable: contractId, clientId, providerId, approverIds, executorId } = cast
  const many = { companyId, projectId, contractId, clientId, approverIds, executorId, count: 160 }
  await loadOrders(app, { ...many, providerIds: [providerId] })
  await app.tamper(sql`update document set amount_minor = ${huge}, previous_state = null`)
  await app.tamper(sql`
    update budget_entry set requested_minor = sign(requested_minor)::bigint * ${huge}::bigint,
      committed_minor = sign(committed_minor)::bigint * ${huge}::bigint, used_minor = sign(used_minor)::bigint * ${huge}::bigint`)
  await app.tamper(sql`
    update budget_slot set requested_minor = sign(requested_minor)::bigint * ${huge * 9n}::bigint,
      committed_minor = sign(committed_minor)::bigint * ${huge * 9n}::bigint, used_minor = sign(used_minor)::bigint * ${huge * 9n}::bigint`)
  await app.tamper(sql`update document_tally set amount_minor = ${huge * 9n} where count > 0`)
  await countMonths(app.db, { minutes: 0 })([companyId])
})
afterAll(() => app.stop())

describe('sums that no bigint holds', () => {
  it('are shown to everybody who sees what they add', async () => {
    const { projectId, payable } = cast
    const common = [
      '/api/contracts',
      `/api/contracts/${payable}`,
      `/api/contracts/${payable}/balance`,
      `/api/contracts/${payable}/holds`,
      `/api/contracts/${payable}/dossier`,
      '/api/projects',
      `/api/projects/${projectId}`,
      '/api/documents',
      '/api/documents/counts',
      '/api/documents/counts?q=cemento',
      '/api/executions/statement',
    ]
    const addresses: [string | undefined, string[]][] = [
      [cast.admin, [...common, '/api/reports/company', '/api/contracts?sort=-consumption']],
      [cast.client, [...common, '/api/reports/client']],
      [provider, common],
      [cast.approvers[0], [...common, '/api/approvals/pending']],
      [cast.executor, ['/api/executions/pending', '/api/projects']],
    ]
    for (const [as, asked] of addresses)
      for (const address of asked) {
        const { status, body } = await app.ask(address, { as })
        expect(status, `${address} ${JSON.stringify(body).slice(0, 200)}`).toBe(200)
      }
    const { body } = await app.ask(`/api/contracts/${payable}/balance`, { as: cast.admin })
    expect(BigInt(body.balance.requested.minor)).toBe(huge * 96n)
    const [id] = (await app.ask('/api/documents?state=in_approval', { as: cast.admin })).body.items.map(
      Object,
    )
    expect((await app.ask(`/api/projects/${projectId}/documents/${id.id}`, { as: cast.admin })).status).toBe(
      200,
    )
  })

  it('are no longer asked for: a contract takes no order once so much is asked of it', async () => {
    const asked = `type=gasto&amountMinor=100&providerId=${cast.providerId}`
    const preview = await app.ask(`/api/projects/${cast.projectId}/route?${asked}`, { as: cast.client })
    expect(preview.status).toBe(200)
    const { status, body } = await orders.post('/api/documents', cast.client, cast.order)
    expect([status, body.type]).toEqual([409, '/problems/beyond_counting'])
  })
})

describe('an order', () => {
  it('has twelve digits before its decimals, and no more', async () => {
    const send = (amountMinor: string) =>
      orders.post('/api/documents', cast.client, {
        ...cast.order,
        amountMinor,
        type: 'emision',
        contractId: cast.billable,
      })
    const { status, body } = await send('100000000000000')
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([
      { pointer: '/amountMinor', message: 'El monto admite 12 cifras antes de los decimales como máximo' },
    ])
    expect((await send('99999999999999')).status).toBe(200)
  })

  it('has twelve also where its currency has no decimals', async () => {
    const { clientId, approverIds } = cast
    const pesos = await cast.make('/api/contracts', {
      type: 'cliente',
      clientId,
      description: 'En pesos',
      totalMinor: '1000',
      currency: 'CLP',
      startsOn: '2020-01-01',
      endsOn: '2090-12-31',
    })
    const projectId = await cast.make('/api/projects', {
      name: 'Chile',
      clientId,
      totalMinor: '1000',
      contractIds: [pesos],
      approverIds,
      executorIds: [],
    })
    const send = (amountMinor: string) =>
      orders.post('/api/documents', cast.client, { ...cast.order, type: 'emision', projectId, amountMinor })
    const { status, body } = await send('1000000000000')
    expect([status, body.type]).toEqual([409, '/problems/amount_too_large'])
    expect((await send('999999999999')).status).toBe(200)
  })
})
