// One payee registered as two providers: requests for either count for both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { euros, rule, scene, stage, users } from '#tests/support/flows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

/** The cast's provider, and its twin with a contract of its own in another project. */
async function twins(name: string) {
  const { cast, orders, person, publish } = await scene(app, name)
  const { clientId, approverIds, executorId } = cast
  await app.tamper(sql`update provider set tax_id = 'ES B-12345674' where company_id = ${cast.companyId}`)
  const twin = await cast.make('/api/providers', { name: 'Gemelo', clientIds: [clientId] })
  await app.tamper(sql`
    update provider set tax_id = 'b12345674' where company_id = ${cast.companyId} and id = ${twin}`)
  const contractId = await cast.make('/api/contracts', {
    type: 'proveedor',
    clientId,
    providerId: twin,
    description: 'Del gemelo',
    totalMinor: '100000000',
    currency: 'EUR',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
  })
  const projectId = await cast.make('/api/projects', {
    name: 'Otra',
    clientId,
    totalMinor: '1000',
    contractIds: [contractId],
    approverIds,
    executorIds: [executorId],
  })
  return { cast, orders, person, publish, other: { providerId: twin, projectId } }
}

describe('two providers of one tax id', () => {
  it('are summed together, over all contracts of the company', async () => {
    const { cast, orders, person, publish, other } = await twins('suma')
    const dora = await person('dora')
    await publish(rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('100000') }))
    const originOf = async (projectId: string, id: string) =>
      (await app.ask(`/api/projects/${projectId}/documents/${id}`, { as: cast.client })).body.stages[0].origin
    const first = await orders.submit({ amountMinor: '60000' })
    expect(await originOf(cast.projectId, first)).toBe('general')
    const second = await orders.submit({ ...other, amountMinor: '60000' })
    expect(await originOf(other.projectId, second)).toBe('rule')
    const preview = await app.ask(
      `/api/projects/${other.projectId}/route?type=gasto&amountMinor=1&providerId=${other.providerId}`,
      { as: cast.client },
    )
    expect(preview.body.rule).toBe('Pagos grandes')
  })

  it('asking at once are summed in turn', async () => {
    const { cast, orders, person, publish, other } = await twins('turno')
    const dora = await person('dora')
    await publish(rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('100000') }))
    const made = await Promise.all([
      orders.submit({ amountMinor: '60000' }),
      orders.submit({ ...other, amountMinor: '60000' }),
    ])
    const origins = await Promise.all(
      [cast.projectId, other.projectId].map(
        async (projectId, index) =>
          (await app.ask(`/api/projects/${projectId}/documents/${made[index]}`, { as: cast.client })).body
            .stages[0].origin,
      ),
    )
    expect(origins.toSorted()).toEqual(['general', 'rule'])
  })

  it('are one for duplicates: an invoice of the one is that of the other', async () => {
    const { cast, orders, other } = await twins('factura')
    const invoice = { invoiceNumber: 'F-2026/014', duplicateReason: undefined }
    const first = await orders.submit({ ...invoice, amountMinor: '777' })
    const { status, body } = await orders.post('/api/documents', cast.client, {
      ...cast.order,
      ...other,
      ...invoice,
      amountMinor: '888',
    })
    expect([status, body.type, body.facts.documents]).toEqual([409, '/problems/possible_duplicate', first])
  })
})

describe('whoever reads an order', () => {
  it('sees the tax id of the one who is paid, also when the list of providers is not theirs to see', async () => {
    const { cast, orders } = await twins('ficha')
    const id = await orders.submit()
    const { approvers, executor, client, admin } = cast
    expect((await app.ask('/api/providers', { as: approvers[0] })).status).toBe(403)
    for (const as of [approvers[0], executor, client, admin]) {
      const { body } = await app.ask(`/api/projects/${cast.projectId}/documents/${id}`, { as })
      expect(body.providerTaxId).toBe('ES B-12345674')
    }
  })
})
