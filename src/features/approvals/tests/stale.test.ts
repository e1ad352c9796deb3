// Stale orders: the answer to a decision on an order that changed since it was opened, and the names in it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

test('whoever decides on what they saw is told that the order has changed, and who decided on it as it is', async () => {
  const cast = await makeCast(app, 'cambiado', { approvers: 3 })
  const orders = ordersOf(app, cast)
  const [first, second, third] = cast.approvers
  const id = await orders.submit()
  await orders.decide(id, first, 'return', { comment: 'Falta el albarán' })
  const again = { method: 'PUT', as: cast.client, body: { ...cast.order, revision: 1 } } as const
  expect((await app.ask(`/api/documents/${id}`, again)).status).toBe(200)
  const late = await orders.decide(id, second)
  expect(late).toMatchObject({ status: 409, body: { type: '/problems/stale_revision' } })
  expect(late.body.title).toMatch(/^El pedido ha cambiado desde que lo abriste/)
  // Whoever returned the revision before decided nothing of this one.
  expect(late.body.facts).toEqual({ revision: 2, seen: 1 })
  await orders.decide(id, third, 'approve', { revision: 2 })
  expect((await orders.decide(id, second)).body.facts).toEqual({
    revision: 2,
    seen: 1,
    decidedBy: 'Aprobador 2 Pérez',
  })
  for (const what of ['withdrawal', 'cancellation']) {
    const answer = await orders.post(`/api/documents/${id}/${what}`, cast.admin, {
      revision: 1,
      reason: 'No',
    })
    expect(answer.body.title).toMatch(/^El pedido ha cambiado/)
  }
  expect((await app.ask(`/api/documents/${id}`, again)).body.title).toMatch(/^El pedido ha cambiado/)
})
