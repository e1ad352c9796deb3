// Separation of duties: a decider of an order, in their own seat or as a substitute, does not execute it; and it is
// executed once, by one person.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>
let substituteId = ''
let substitute = ''

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'manos')
  await payFrom(app, cast)
  batches = batchesOf(app, cast, () => ids)
  substituteId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  substitute = await app.signIn(cast.address('relevo'))
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const executesFromNowOn = (userId: string) =>
  app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${userId}, 'view'),
      (${cast.companyId}, ${cast.projectId}, ${userId}, 'execute') on conflict do nothing`)

const executesNoMore = (userId: string) =>
  app.tamper(sql`delete from project_permission where company_id = ${cast.companyId} and user_id = ${userId}`)

/** Ways to execute: singly, in a batch, after a return by the bank, and as the screens offer it. */
async function neverPays(order: string, as: string | undefined): Promise<void> {
  ids = [order]
  expect(refused(await batches.orders.confirm(order, as))).toBe('approver_cannot_execute')
  expect(refused(await batches.make(as))).toBe('approver_cannot_execute')
  const { can } = (await app.ask(`/api/documents/${order}/execution`, { as })).body
  expect([can.confirm.refused, can.reject.refused]).toEqual(Array(2).fill('approver_cannot_execute'))
  const { items } = (await app.ask('/api/payment-batches/candidates', { as })).body
  const offered = items.find(({ document }: { document: { id: string } }) => document.id === order)
  expect(offered.can.refused).toBe('approver_cannot_execute')
  const { items: queue } = (await app.ask('/api/executions/pending', { as })).body
  expect(queue.map(({ document }: { document: { id: string } }) => document.id)).not.toContain(order)
}

test('an approver who comes to execute later does not pay what they approved', async () => {
  const [approverId = ''] = cast.approverIds
  const order = await batches.orders.approved()
  await executesFromNowOn(approverId)
  await neverPays(order, cast.approvers[0])
  await executesNoMore(approverId)
})

test('whoever forced a decision does not pay it, also where executors may approve, nor releases its batch', async () => {
  const forcerId = await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const forcer = await app.signIn(cast.address('jefa'))
  const allowed = { forcedDecisions: true, executorMayApprove: true }
  const settings = { method: 'PATCH', as: cast.admin, body: allowed } as const
  expect((await app.ask('/api/company/settings', settings)).status).toBe(200)
  const order = await batches.orders.submit()
  const forcing = { revision: 1, decision: 'approve', reason: 'Nadie contesta desde hace un mes' }
  expect((await batches.orders.post(`/api/documents/${order}/forced-decision`, forcer, forcing)).status).toBe(
    200,
  )
  await executesFromNowOn(forcerId)
  await neverPays(order, forcer)
  const batch = await batches.made()
  expect(refused(await batches.release(batch, forcer))).toBe('decided_in_batch')
  expect((await batches.detail(batch)).twoHands.releasers).not.toContain('Jefa Pérez')
  await executesNoMore(forcerId)
  const back = { ...settings, body: { executorMayApprove: false, forcedDecisions: false } } as const
  expect((await app.ask('/api/company/settings', back)).status).toBe(200)
})

test('a substitute who decided does not pay it, nor does the person in whose place they decided', async () => {
  const [giverId = ''] = cast.approverIds
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  const body = { fromId: giverId, toId: substituteId, startsOn: today, endsOn: today }
  const made = await app.ask('/api/delegations', { method: 'POST', as: cast.admin, body })
  expect(made.status).toBe(200)
  const order = await batches.orders.submit()
  await batches.orders.decide(order, substitute)
  await batches.orders.decide(order, cast.approvers[1])
  await app.ask(`/api/delegations/${made.body.id}/end`, { method: 'POST', as: cast.admin })
  for (const [userId, token] of [
    [substituteId, substitute],
    [giverId, cast.approvers[0]],
  ] as const) {
    await executesFromNowOn(userId)
    await neverPays(order, token)
  }
  // In a batch that somebody else made they do not confirm it either.
  const batch = await batches.sent()
  const { items } = (await batches.confirm(batch, substitute)).body
  expect(items[0].confirmed.refused).toBe('approver_cannot_execute')
  expect(refused(await batches.giveBack(batch, order, substitute))).toBe('approver_cannot_execute')
  for (const userId of [substituteId, giverId]) await executesNoMore(userId)
})

test('confirmed by hand and sent to the bank at once, it is paid by one of the two', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 30; round++) {
    const order = await batches.orders.approved()
    ids = [order]
    const answers = await Promise.all([batches.orders.confirm(order, cast.executor), batches.make()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})
