// Orders of a deactivated provider are approved and paid only with a reason.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { textsOf } from '#tests/support/pain.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'norte', { approvers: 1 })
  await payFrom(app, cast)
  batches = batchesOf(app, cast, () => ids)
})
beforeEach(() => set('active'))
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const set = (status: string) =>
  app.tamper(sql`update provider set status = ${status} where company_id = ${cast.companyId}`)
const why = 'Se le debe desde antes'

describe('an order whose provider was switched off', () => {
  test('is approved only with a reason, and never among others', async () => {
    const { orders } = batches
    const [approver] = cast.approvers
    const [one, two] = [await orders.submit(), await orders.submit()]
    await set('inactive')
    expect((await orders.card(one, approver)).providerOff).toBe(true)
    const inbox = (await app.ask('/api/approvals/pending', { as: approver })).body.items
    expect(inbox.every(({ attention }: { attention: string[] }) => attention.includes('provider_off'))).toBe(
      true,
    )
    const answer = await orders.decide(one, approver)
    expect([answer.status, refused(answer)]).toEqual([409, 'provider_off'])
    const bulk = await orders.post('/api/approvals/bulk', approver, {
      items: [{ documentId: one, revision: 1 }],
    })
    expect(bulk.body.items[0]).toMatchObject({ outcome: 'set_aside' })
    expect((await orders.decide(one, approver, 'approve', { comment: why })).body.state).toBe('approved')
    expect((await orders.decide(two, approver, 'reject')).body.state).toBe('rejected')
  })

  test('is confirmed only with a reason', async () => {
    const { orders } = batches
    const id = await orders.approved()
    await set('inactive')
    const queue = (await app.ask('/api/executions/pending', { as: cast.executor })).body.items
    expect(
      queue.find(({ document }: { document: { id: string } }) => document.id === id).document.providerOff,
    ).toBe(true)
    const answer = await orders.confirm(id, cast.executor)
    expect([answer.status, refused(answer)]).toEqual([409, 'provider_off'])
    expect((await orders.confirm(id, cast.executor, { comment: why })).status).toBe(200)
  })

  test('goes to the bank only with a reason, which the batch keeps', async () => {
    ids = [await batches.orders.approved()]
    await set('inactive')
    const { items } = (await app.ask('/api/payment-batches/candidates', { as: cast.executor })).body
    expect(items[0]).toMatchObject({ document: { providerOff: true }, can: true })
    const answer = await batches.make()
    expect([answer.status, refused(answer)]).toEqual([409, 'provider_off'])
    const { body } = await batches.make(cast.executor, { reason: why })
    expect(await batches.detail(body.id)).toMatchObject({
      events: [{ action: 'batch.created', reason: why }],
      items: [{ document: { providerOff: true } }],
    })
    await batches.release(body.id)
    await batches.download(body.id)
    const { items: unconfirmed } = (await batches.confirm(body.id)).body
    expect(unconfirmed[0].confirmed.refused).toBe('provider_off')
    expect((await batches.confirm(body.id, cast.executor, { comment: why })).body.items[0].confirmed).toBe(
      true,
    )
  })
})

test('a file pays the name that was approved, whatever the provider is called since', async () => {
  ids = [await batches.orders.approved()]
  const kept =
    await app.tamper(sql`select content ->> 'providerName' as name, content ? 'providerTaxId' as "hasTaxId"
    from document_revision where company_id = ${cast.companyId} and document_id = ${ids[0]}`)
  expect(kept).toEqual([{ name: 'Grúas Peña & Hijos', hasTaxId: true }])
  await app.tamper(sql`update provider set name = 'Testaferro' where company_id = ${cast.companyId}`)
  const { url } = (await batches.download(await batches.released())).body
  expect(textsOf((await batches.fileAt(url)).body, 'Nm').at(-1)).toBe('Gruas Pena + Hijos')
  await payFrom(app, cast)
})
