// A payment that comes back leaves its order as free as it was: whatever its other payments were made in, it can be
// paid again.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import type { BatchWire } from '#features/executions/wire/batches.ts'
import { part, sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { earlier } from '#tests/support/moved-times.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'vuelve')
  await payFrom(app, cast)
  batches = batchesOf(app, cast, () => ids)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const payments = ['4000', '6000'].map((amountMinor, index) => ({ dueOn: dayFromToday(index), amountMinor }))
const giveBack = (id: string, payment: number) =>
  batches.orders.post(`/api/documents/${id}/execution/return`, cast.executor, {
    revision: 1,
    payment,
    attempt: 1,
    returnedOn: dayFromToday(),
    reason: 'Cuenta cerrada',
  })

test('the first payment, made by hand, comes back after a batch made the last: it is paid again, by hand or in a batch', async () => {
  const { orders } = batches
  ids = [await orders.approved({ payments }), await orders.approved({ payments })]
  for (const id of ids) await orders.confirm(id, cast.executor, { payment: 1 })
  const batchId = await batches.sent()
  expect((await batches.confirm(batchId)).status).toBe(200)
  for (const id of ids) expect((await giveBack(id, 1)).body).toMatchObject({ state: 'approved' })
  expect(await brokenInvariants(app)).toEqual({})
  expect(await batches.detail(batchId)).toMatchObject({ state: 'settled', executed: 2, waiting: 0 })
  const [byHand = '', inBatch = ''] = ids
  expect((await orders.confirm(byHand, cast.executor, { payment: 1 })).status).toBe(200)
  ids = [inBatch]
  expect((await batches.confirm(await batches.sent())).status).toBe(200)
  expect(await orders.card(inBatch)).toMatchObject({ state: 'executed' })
})

test('a batch that another node released, whose clock is ahead, is cancelled all the same', async () => {
  ids = [await batches.orders.approved()]
  const id = await batches.released()
  const shift = (minutes: number) =>
    app.tamper(sql`update payment_batch set released_at = ${earlier(part`released_at`, part`make_interval(mins => ${-minutes})`)}
      where company_id = ${cast.companyId} and id = ${id}`)
  await shift(1)
  expect((await batches.cancel(id)).status).toBe(200)
  await shift(-1)
})

test('the history of a batch tells each payment that came back, made or not, and nothing of its orders besides', async () => {
  const { orders } = batches
  const [made = '', notMade = ''] = [await orders.approved(), await orders.approved()]
  ids = [made, notMade]
  const id = await batches.sent()
  expect((await batches.confirm(id, cast.executor, { documentIds: [made] })).status).toBe(200)
  expect((await giveBack(made, 1)).status).toBe(200)
  expect((await batches.giveBack(id, notMade)).status).toBe(200)
  const { events } = await batches.detail(id)
  const told = events.map(({ action, documentId, reason }: BatchWire['events'][number]) => [
    action,
    documentId,
    reason,
  ])
  expect(told).toEqual([
    ['batch.created', null, null],
    ['batch.released', null, null],
    ['batch.downloaded', null, null],
    ['batch.confirmed', null, null],
    ['execution.payment_returned', made, 'Cuenta cerrada'],
    ['execution.unbatched', notMade, 'Cuenta cancelada'],
  ])
})

test('the history of a cancelled batch says once that it was cancelled', async () => {
  ids = [await batches.orders.approved(), await batches.orders.approved()]
  const id = await batches.made()
  expect((await batches.cancel(id)).status).toBe(200)
  const { events } = await batches.detail(id)
  expect(events.map(({ action }: BatchWire['events'][number]) => action)).toEqual([
    'batch.created',
    'batch.cancelled',
  ])
})
