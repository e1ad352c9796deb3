// Receipts of executions: who answers, who resolves, and who is notified.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let [provider, colleague, rival, id] = ['', '', '', '']

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  const rivalId = await cast.make('/api/providers', { name: 'Rival', clientIds: [cast.clientId] })
  provider = await personOf(cast.providerId, 'cobra')
  colleague = await personOf(cast.providerId, 'colega')
  rival = await personOf(rivalId, 'rival')
})
beforeEach(async () => {
  id = await orders.approved()
  await orders.confirm(id, cast.executor)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

async function personOf(providerId: string, who: string): Promise<string> {
  await app.person(cast.companyId, 'provider', cast.address(who), { providerId })
  return app.signIn(cast.address(who))
}

type Person = string | undefined
const receive = (as: Person, answered = 0, key?: string) =>
  orders.post(`/api/documents/${id}/receipt`, as, { answered, comment: null }, key)
const dispute = (as: Person, answered = 0, over: object = {}) =>
  orders.post(`/api/documents/${id}/dispute`, as, {
    answered,
    cause: 'not_received',
    reason: 'No está en el extracto',
    ...over,
  })
const resolve = (as: Person, answered = 1, comment = 'El banco lo devolvió: se ha repetido') =>
  orders.post(`/api/documents/${id}/dispute/resolution`, as, { answered, comment })
const receiptOf = async (as: Person) => (await app.ask(`/api/documents/${id}/execution`, { as })).body.receipt
const answersOf = async (as: Person) =>
  (await receiptOf(as)).answers.map(({ answer }: { answer: string }) => answer)
const refused = (answer: { body: { type: string } }) => answer.body.type.replace('/problems/', '')

async function topics(as: Person): Promise<string[]> {
  await deliverAll(app.db)
  const { items } = (await app.ask('/api/notices?limit=100', { as })).body
  return items
    .filter(({ documentId }: { documentId: string }) => documentId === id)
    .map(({ topic }: { topic: string }) => topic)
}

describe('the recipient of a payment', () => {
  test('confirms it once, and the company sees who and when', async () => {
    expect((await receiptOf(provider)).can).toMatchObject({ receive: true, dispute: true })
    const key = newId()
    expect((await receive(provider, 0, key)).body).toEqual({ id, receipt: 'received' })
    expect((await receive(provider, 0, key)).body).toEqual({ id, receipt: 'received' })
    expect(refused(await receive(provider, 1))).toBe('already_received')
    expect(refused(await dispute(provider, 1))).toBe('already_received')
    expect((await receiptOf(cast.admin)).answers).toMatchObject([{ answer: 'received', cause: null }])
    expect((await receiptOf(cast.admin)).answers[0].byName).not.toBe('')
    expect((await receiptOf(provider)).answers[0].byName).toBeNull()
    expect((await orders.card(id)).state).toBe('executed')
    expect(await topics(cast.client)).toContain('execution.received')
    expect(await topics(cast.executor)).not.toContain('execution.received')
  })

  test('disputes it with its reason, and whoever executes, asked or administers is told', async () => {
    expect((await dispute(provider, 0, { reason: ' ' })).status).toBe(422)
    expect((await dispute(provider, 0, { cause: 'otra' })).status).toBe(422)
    expect((await dispute(provider)).body).toEqual({ id, receipt: 'disputed' })
    expect(refused(await dispute(provider, 1))).toBe('already_disputed')
    for (const as of [cast.executor, cast.client, cast.admin, colleague])
      expect(await topics(as)).toContain('execution.disputed')
    expect(await topics(provider)).not.toContain('execution.disputed')
    expect(await topics(rival)).toEqual([])
    const card = await orders.card(id)
    expect([card.state, card.status, card.receipt]).toEqual(['executed', 'paid', 'disputed'])
    const { items } = (await app.ask('/api/documents', { as: cast.admin })).body
    expect(items.find((item: { id: string }) => item.id === id).receipt).toBe('disputed')
    const actions = (await app.journal(cast.companyId, id)).map(({ action }) => action)
    expect(actions.at(-1)).toBe('execution.disputed')
  })

  test('confirms it after the company has seen to it, or before', async () => {
    await dispute(provider)
    expect((await resolve(cast.admin)).body).toEqual({ id, receipt: 'resolved' })
    expect(await topics(provider)).toContain('execution.dispute_resolved')
    expect((await receiptOf(provider)).answers.at(-1).comment).toBe('El banco lo devolvió: se ha repetido')
    expect((await dispute(provider, 2, { cause: 'not_correct', reason: 'Falta el IVA' })).status).toBe(200)
    expect((await receive(provider, 3)).status).toBe(200)
    expect(await answersOf(cast.admin)).toEqual(['disputed', 'resolved', 'disputed', 'received'])
  })

  test('answers only over what they have seen', async () => {
    await dispute(provider)
    expect(refused(await receive(colleague, 0))).toBe('stale_receipt')
    expect((await receive(colleague, 1)).status).toBe(200)
  })

  test('and a colleague at the same moment: one answer is taken', async () => {
    const both = await Promise.all([receive(provider), dispute(colleague)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await answersOf(cast.admin)).toHaveLength(1)
  })
})

describe('nobody else', () => {
  test('answers for the provider: not another, not the company, not without a session', async () => {
    for (const act of [receive, dispute]) {
      expect((await act(undefined)).status).toBe(401)
      expect((await act(rival)).status).toBe(404)
      for (const as of [cast.admin, cast.client, cast.executor, cast.approvers[0]])
        expect(refused(await act(as))).toBe('not_its_recipient')
    }
    expect((await receiptOf(cast.admin)).can.receive).toMatchObject({ refused: 'not_its_recipient' })
    expect(await answersOf(cast.admin)).toEqual([])
  })

  test('resolves but the administration and who executes, and only a dispute', async () => {
    expect(refused(await resolve(cast.admin, 0))).toBe('not_disputed')
    await dispute(provider)
    expect((await resolve(undefined)).status).toBe(401)
    expect((await resolve(rival)).status).toBe(404)
    for (const as of [provider, cast.client, cast.approvers[0]]) expect((await resolve(as)).status).toBe(403)
    expect((await resolve(cast.executor, 1, ' ')).status).toBe(422)
    expect(refused(await resolve(cast.executor, 0))).toBe('stale_receipt')
    const both = await Promise.all([resolve(cast.executor), resolve(cast.admin)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('of another company finds the order', async () => {
    await dispute(provider)
    const other = await makeCast(app, `ajena${id.toLowerCase()}`)
    for (const as of [other.admin, other.client, other.executor])
      for (const act of [receive, dispute, resolve]) expect((await act(as, 1)).status).toBe(404)
  })

  test('answers before it is executed', async () => {
    id = await orders.approved()
    expect(refused(await receive(provider))).toBe('not_executed')
    expect(refused(await dispute(provider))).toBe('not_executed')
    expect(refused(await resolve(cast.admin, 0))).toBe('not_executed')
    expect(await receiptOf(provider)).toBeNull()
  })
})

test('what was issued is received by the client it was issued to, not by the provider that issued it', async () => {
  id = await orders.approved({ type: 'emision' })
  await orders.confirm(id, cast.executor)
  expect(refused(await receive(provider))).toBe('not_its_recipient')
  expect((await dispute(cast.client, 0, { cause: 'not_correct', reason: 'Otro CIF' })).status).toBe(200)
  expect(await topics(provider)).toContain('execution.disputed')
  expect((await resolve(cast.executor)).status).toBe(200)
  expect((await receive(cast.client, 2)).status).toBe(200)
})
