// Audiences of each change of an order in the app: people who must act, the requester, and the administration.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'avisada', { approvers: 1 })
  orders = ordersOf(app, cast)
})
afterAll(() => app.stop())

type Notice = { topic: string; documentId: string }

/** Notices that each of the people had of this order, in the order in which it happened. */
async function told(id: string, of: Cast = cast): Promise<{ [who: string]: string[] }> {
  await deliverAll(app.db)
  const people = { admin: of.admin, client: of.client, approver: of.approvers[0], executor: of.executor }
  const heard: { [who: string]: string[] } = {}
  for (const [who, as] of Object.entries(people)) {
    if (as === undefined) continue
    const items: Notice[] = (await app.ask('/api/notices', { as })).body.items
    const topics = items.filter(({ documentId }) => documentId === id).map(({ topic }) => topic)
    if (topics.length > 0) heard[who] = topics.toReversed()
  }
  return heard
}

const reject = (id: string) =>
  orders.post(`/api/documents/${id}/execution/rejection`, cast.executor, {
    revision: 1,
    reason: 'Cuenta cerrada',
  })

test('an order without anybody who may approve it is told to the administrators and to who asked', async () => {
  const empty = await makeCast(app, 'vacia', { approvers: 0 })
  const id = await ordersOf(app, empty).submit()
  expect(await told(id, empty)).toEqual({ admin: ['document.blocked'], client: ['document.blocked'] })
})

test('an order that is sent is told to whoever may approve it', async () => {
  expect(await told(await orders.submit())).toEqual({ approver: ['approval.requested'] })
})

test('an execution that is rejected is told to who asked and to the administrators, and tried again to who executes', async () => {
  const id = await orders.approved()
  await reject(id)
  const before = await told(id)
  expect(before).toEqual({
    admin: ['execution.rejected'],
    client: ['document.approved', 'execution.rejected'],
    executor: ['document.approved'],
  })
  await orders.post(`/api/documents/${id}/execution/retry`, cast.admin, { revision: 1 })
  expect((await told(id)).executor).toEqual(['document.approved', 'execution.retried'])
})

test.each([
  ['rejected', 'reject', 'document.rejected'],
  ['returned', 'return', 'document.returned'],
] as const)('an order that is %s is told to who asked', async (_, decision, topic) => {
  const id = await orders.submit()
  await orders.decide(id, cast.approvers[0], decision, { comment: 'Falta la factura' })
  expect(await told(id)).toEqual({ client: [topic] })
})

test('an order that is cancelled is told to who asked', async () => {
  const id = await orders.approved()
  await orders.post(`/api/documents/${id}/cancellation`, cast.admin, {
    revision: 1,
    reason: 'Ya no hace falta',
  })
  expect((await told(id)).client).toEqual(['document.approved', 'document.cancelled'])
})
