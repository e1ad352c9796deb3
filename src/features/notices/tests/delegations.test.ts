// Notices of a delegation, and those that its substitute gets while it lasts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, shareProject, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app?.stop())

const told = async (as: string) => {
  await deliverAll(app.db)
  const { body } = await app.ask('/api/notices', { as })
  return body.items.map(({ topic }: { topic: string }) => topic).toReversed()
}

test('giver and substitute are told, but for who said so, and the substitute is asked while it lasts', async () => {
  const cast = await makeCast(app, 'avisos', { approvers: 1 })
  const orders = ordersOf(app, cast)
  const [giver = ''] = cast.approvers
  const toId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  const substitute = await app.signIn(cast.address('relevo'))
  await shareProject(cast, [...cast.approverIds, toId])
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  const body = { toId, startsOn: today, endsOn: today, max: { minor: '10000', currency: 'EUR' } }
  const { body: made } = await app.ask('/api/delegations', { method: 'POST', as: giver, body })
  expect(await told(substitute)).toEqual(['delegation.made'])
  expect(await told(giver)).toEqual([])
  await orders.submit()
  await orders.submit({ amountMinor: '10001' })
  expect(await told(substitute)).toEqual(['delegation.made', 'approval.requested'])
  await app.ask(`/api/delegations/${made.id}/end`, { method: 'POST', as: cast.admin })
  // Of the order they no longer see, nothing is said any more.
  expect(await told(substitute)).toEqual(['delegation.made', 'delegation.ended'])
  expect(await told(giver)).toEqual(['approval.requested', 'approval.requested', 'delegation.ended'])
  await orders.submit()
  expect(await told(substitute)).toEqual(['delegation.made', 'delegation.ended'])
})
