// Stale orders: the answer to a decision on an order that changed since it was opened, and the names in it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { returnToRequester } from '#features/approvals/commands/withdraw.ts'
import { lockDocument } from '#features/documents/store.ts'
import { asSystem } from '#server/database/tenant.ts'
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

test('whoever decides after a forced decision is told who forced it, not who had decided before', async () => {
  const cast = await makeCast(app, 'forzado')
  const orders = ordersOf(app, cast)
  const [first, second] = cast.approvers
  await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const allows = { method: 'PATCH', as: cast.admin, body: { forcedDecisions: true } } as const
  expect((await app.ask('/api/company/settings', allows)).status).toBe(200)
  const id = await orders.submit()
  await orders.decide(id, first)
  const forced = { revision: 1, decision: 'reject', reason: 'Nadie contesta desde hace un mes' }
  const boss = await app.signIn(cast.address('jefa'))
  expect((await orders.post(`/api/documents/${id}/forced-decision`, boss, forced)).status).toBe(200)
  const late = await orders.decide(id, second)
  expect(late.body.facts).toEqual({ state: 'rejected', decidedBy: 'Jefa Pérez' })
})

test('whoever decides on an order that was cancelled, or sent back by no decision, is not told that an approver did it', async () => {
  const cast = await makeCast(app, 'anulado')
  const orders = ordersOf(app, cast)
  const [first, second] = cast.approvers
  const [cancelled, sentBack] = [await orders.approved(), await orders.submit()]
  expect((await orders.cancel(cancelled)).status).toBe(200)
  expect((await orders.decide(sentBack, first)).status).toBe(200)
  await asSystem(app.db, cast.companyId, async tx => {
    const document = (await lockDocument(tx, sentBack)) ?? expect.fail()
    await returnToRequester(tx, null, document, { kind: 'document.sent_back', reason: 'Contrato de otro' })
  })
  expect((await orders.card(sentBack)).state).toBe('returned')
  for (const id of [cancelled, sentBack])
    expect((await orders.decide(id, second)).body.facts).not.toHaveProperty('decidedBy')
})
