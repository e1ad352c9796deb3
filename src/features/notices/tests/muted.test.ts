import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app?.stop())

const path = '/api/notices/muted'
const mute = (muted: readonly string[], as?: string) => app.ask(path, { method: 'PUT', as, body: { muted } })
const mutedBy = async (as: string) => (await app.ask(path, { as })).body.muted
const topics = async (as: string | undefined): Promise<string[]> => {
  await deliverAll(app.db)
  return (await app.ask('/api/notices', { as })).body.items.map(({ topic }: { topic: string }) => topic)
}

test('what a person mutes is not told to them, and is told again when they want it', async () => {
  const cast = await makeCast(app, 'silencio')
  const orders = ordersOf(app, cast)
  expect(await mutedBy(cast.client)).toEqual([])
  expect((await mute(['document.approved', 'execution.confirmed'], cast.client)).status).toBe(200)
  expect(await mutedBy(cast.client)).toEqual(['document.approved', 'execution.confirmed'])
  await orders.approved({ name: 'Callado' })
  expect(await topics(cast.client)).toEqual([])
  expect((await mute([], cast.client)).body.muted).toEqual([])
  await orders.approved({ name: 'Dicho' })
  expect(await topics(cast.client)).toEqual(['document.approved'])
})

test('only a provider’s people are asked about invoices that they may have sent', async () => {
  const cast = await makeCast(app, 'remitente')
  await app.person(cast.companyId, 'provider', cast.address('vende'), { providerId: cast.providerId })
  const offered = async (as: string | undefined) => (await app.ask(path, { as })).body.offered
  expect(await offered(await app.signIn(cast.address('vende')))).toContain('invoice.refused')
  for (const as of [cast.admin, cast.client, cast.executor]) {
    expect(await offered(as)).toContain('document.approved')
    expect(await offered(as)).not.toContain('invoice.refused')
  }
})

test('what waits for a person is told whatever they muted, and others are told as before', async () => {
  const cast = await makeCast(app, 'espera')
  const orders = ordersOf(app, cast)
  const all = ['document.approved', 'document.rejected', 'execution.confirmed', 'document.delivered']
  for (const as of [cast.executor, ...cast.approvers]) expect((await mute(all, as)).status).toBe(200)
  const order = await orders.submit({ name: 'Por pagar' })
  expect(await topics(cast.approvers[0])).toEqual(['approval.requested'])
  for (const approver of cast.approvers) await orders.decide(order, approver)
  expect(await topics(cast.executor)).toEqual(['document.approved'])
  expect(await topics(cast.client)).toEqual(['document.approved'])
})

test.each(['approval.requested', 'document.returned', 'document.blocked', 'provider.bank_changed', 'todo'])(
  '%s cannot be muted',
  async topic => {
    const cast = await makeCast(app, topic.replace(/\W/g, ''))
    expect((await mute([topic], cast.client)).status).toBe(422)
    expect(await mutedBy(cast.client)).toEqual([])
    expect((await mute([topic])).status).toBe(401)
  },
)
