// Settling of a batch: payments confirmed, returned by the bank, or never sent.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { newId } from '#kernel/ids.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let secondExecutor = ''
let ids: string[]
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'norte')
  await payFrom(app, cast)
  secondExecutor = await anotherExecutor(app, cast)
  batches = batchesOf(app, cast, () => ids)
})
beforeEach(async () => {
  const { approved } = batches.orders
  ids = [await approved({ amountMinor: '123405' }), await approved({ amountMinor: '5' })]
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const stateOf = async (id: string) => (await batches.orders.card(id)).state
describe('an order in a batch', () => {
  test('is confirmed, rejected and cancelled there alone', async () => {
    const id = await batches.made()
    const [order = ''] = ids
    expect(refused(await batches.orders.confirm(order, cast.executor))).toBe('in_payment_batch')
    const reject = await batches.orders.post(`/api/documents/${order}/execution/rejection`, cast.executor, {
      revision: 1,
      reason: 'No',
    })
    expect(refused(reject)).toBe('in_payment_batch')
    const cancelled = await batches.orders.post(`/api/documents/${order}/cancellation`, cast.admin, {
      revision: 1,
      reason: 'No',
    })
    expect([refused(cancelled), cancelled.body.title.includes(id)]).toEqual(['in_payment_batch', true])
    const { can } = (await app.ask(`/api/documents/${order}/execution`, { as: cast.executor })).body
    expect(can.confirm).toMatchObject({ refused: 'in_payment_batch' })
    const { items } = (await app.ask('/api/payment-batches/candidates', { as: cast.executor })).body
    expect(JSON.stringify(items)).not.toContain(`"${order}"`)
  })

  test('is free again once a second person has cancelled its batch, and the batch is sent no more', async () => {
    const id = await batches.sent()
    expect((await batches.cancel(id, secondExecutor)).body).toEqual({ id })
    expect(await batches.detail(id)).toMatchObject({ state: 'cancelled', waiting: 0, returned: 0 })
    for (const answer of [await batches.cancel(id), await batches.confirm(id), await batches.download(id)])
      expect(refused(answer)).toBe('batch_cancelled')
    expect(refused(await batches.giveBack(id, ids[0] ?? ''))).toBe('batch_cancelled')
    expect((await batches.orders.card(ids[0] ?? '')).paymentBatchId).toBeNull()
    expect((await batches.make()).status).toBe(200)
  })

  test('that the bank gave back is rejected with its reason, and is paid again in another batch', async () => {
    const id = await batches.released()
    const [order = '', other = ''] = ids
    expect(refused(await batches.giveBack(id, order))).toBe('not_downloaded')
    await batches.download(id)
    expect((await batches.giveBack(id, 'DOC-999999')).status).toBe(404)
    expect((await batches.giveBack(id, order)).status).toBe(200)
    expect(refused(await batches.giveBack(id, order))).toBe('not_in_batch')
    expect(await stateOf(order)).toBe('execution_rejected')
    expect(refused(await batches.cancel(id))).toBe('batch_begun')
    expect(await batches.detail(id)).toMatchObject({ state: 'open', waiting: 1, returned: 1 })
    await batches.orders.post(`/api/documents/${order}/execution/retry`, cast.executor, { revision: 1 })
    const again = await batches.make(cast.executor, { documentIds: [order] })
    expect(again.status).toBe(200)
    // The first batch has no hand in it any more.
    expect(refused(await batches.giveBack(id, order))).toBe('not_in_batch')
    const { items } = (await batches.confirm(id)).body
    expect(items).toMatchObject([
      { documentId: order, confirmed: { refused: 'not_in_batch' } },
      { documentId: other, confirmed: true },
    ])
    expect(await stateOf(order)).toBe('approved')
    expect((await batches.detail(id)).state).toBe('settled')
  })
})

describe('confirming a batch', () => {
  test('executes every order under one date and reference, and each says what became of it', async () => {
    const id = await batches.released()
    expect(refused(await batches.confirm(id))).toBe('not_downloaded')
    await batches.download(id)
    const [, , committed = 0, used = 0] = await batches.orders.balance()
    const key = newId()
    const answers = [
      await batches.confirm(id, cast.executor, {}, key),
      await batches.confirm(id, cast.executor, {}, key),
    ]
    for (const { body } of answers)
      expect(body.items).toEqual(ids.map(documentId => ({ documentId, confirmed: true })))
    expect((await batches.orders.balance()).slice(2)).toEqual([committed - 123410, used + 123410])
    for (const order of ids) {
      const { body } = await app.ask(`/api/documents/${order}/execution`, { as: cast.client })
      expect(body.execution).toMatchObject({ executedOn: dayFromToday(), reference: 'REM-1' })
    }
    expect(await batches.detail(id)).toMatchObject({ state: 'settled', waiting: 0, executed: 2 })
    expect(refused(await batches.confirm(id))).toBe('batch_settled')
    expect(refused(await batches.cancel(id))).toBe('batch_begun')
    // A file that was paid can still be looked at.
    expect((await batches.download(id)).status).toBe(200)
  })

  test('in parts says of each order why it was not confirmed, and confirms the others', async () => {
    const id = await batches.sent()
    const [order = '', other = ''] = ids
    await batches.confirm(id, cast.executor, { documentIds: [order] })
    const { items } = (
      await batches.confirm(id, cast.executor, { documentIds: [order, other, 'DOC-999999'] })
    ).body
    expect(items).toMatchObject([
      { documentId: order, confirmed: { refused: 'already_executed', text: 'El pedido ya está ejecutado.' } },
      { documentId: other, confirmed: true },
      { documentId: 'DOC-999999', confirmed: { refused: 'not_found' } },
    ])
  })

  test('confirms no order of another batch', async () => {
    const id = await batches.sent()
    const alien = await batches.orders.approved()
    await batches.make(cast.executor, { documentIds: [alien] })
    const { items } = (await batches.confirm(id, cast.executor, { documentIds: [alien] })).body
    expect(items).toMatchObject([{ documentId: alien, confirmed: { refused: 'not_in_batch' } }])
    expect(await stateOf(alien)).toBe('approved')
  })

  test('by two people at once happens once', async () => {
    const id = await batches.sent()
    const both = await Promise.all([batches.confirm(id), batches.confirm(id, secondExecutor)])
    const confirmed = both.map(({ body }) =>
      (body.items ?? []).filter((item: { confirmed: unknown }) => item.confirmed === true),
    )
    expect(confirmed.map(list => list.length).toSorted()).toEqual([0, 2])
  })

  test('while another cancels it: either all is paid or all is free', async () => {
    const id = await batches.sent()
    const [paid, freed] = await Promise.all([batches.confirm(id), batches.cancel(id, secondExecutor)])
    expect([paid.status, freed.status].toSorted()).toEqual([200, 409])
    const states = new Set(await Promise.all(ids.map(stateOf)))
    expect([...states]).toEqual([paid.status === 200 ? 'executed' : 'approved'])
  })
})
