// Authors of any revision of an order neither decide nor execute it, whoever wrote the last one.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/**
 * An order created by the client, raised by an administrator who approves in the project, and submitted again by the
 * client.
 */
async function rewritten(name: string) {
  const cast = await makeCast(app, name)
  await payFrom(app, cast)
  let order = ''
  const batches = batchesOf(app, cast, () => [order])
  const { orders } = batches
  order = await orders.submit()
  const [writer = ''] = cast.approverIds
  await app.tamper(sql`update account set role = 'admin' where id = ${writer}`)
  const writerToken = await app.signIn(cast.address('aprueba0'))
  const other = cast.approvers[1]
  const rewrite = async (as: string | undefined, revision: number, amountMinor: string) => {
    await orders.decide(order, other, 'return', { revision, comment: 'Corrige el monto' })
    const body = { ...cast.order, amountMinor, revision }
    return app.ask(`/api/documents/${order}`, { method: 'PUT', as, body })
  }
  expect((await rewrite(writerToken, 1, '9990000')).status).toBe(200)
  expect((await rewrite(cast.client, 2, '9990000')).status).toBe(200)
  return { cast, batches, orders, order, writer, writerToken, other }
}

test('an administrator who wrote the revision before approves neither it nor the next', async () => {
  const { cast, orders, order, writer, writerToken, other } = await rewritten('autores')
  const card = await orders.card(order)
  const seats = card.stages.flatMap((stage: { seats: { approverId: string }[] }) => stage.seats)
  expect(seats.map((seat: { approverId: string }) => seat.approverId)).toEqual([cast.approverIds[1]])
  expect(refused(await orders.decide(order, writerToken, 'approve', { revision: 3 }))).toBe('no_seat')
  // Neither as a substitute, nor in a reassigned seat.
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  const mandate = { fromId: cast.approverIds[1], toId: writer, startsOn: today, endsOn: today }
  expect((await orders.post('/api/delegations', cast.admin, mandate)).status).toBe(200)
  expect(refused(await orders.decide(order, writerToken, 'approve', { revision: 3 }))).toBe('own_document')
  const { items } = (await app.ask('/api/approvals/pending', { as: writerToken })).body
  expect(items.map(({ document }: { document: { id: string } }) => document.id)).not.toContain(order)
  const seat = seats[0].id
  const reassigned = await orders.post(`/api/documents/${order}/approvals/${seat}/reassignment`, cast.admin, {
    revision: 3,
    userId: writer,
    reason: 'Vacaciones',
  })
  expect(refused(reassigned)).toBe('substitute_is_author')
  expect((await orders.decide(order, other, 'approve', { revision: 3 })).body.state).toBe('approved')
})

test('nor pays it, by hand or in a batch', async () => {
  const { cast, batches, orders, order, writer, writerToken, other } = await rewritten('paga')
  await orders.decide(order, other, 'approve', { revision: 3 })
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${writer}, 'execute')`)
  expect(refused(await orders.confirm(order, writerToken, { revision: 3 }))).toBe('own_document')
  expect(refused(await batches.make(writerToken))).toBe('own_document')
  const { items } = (await app.ask('/api/executions/pending', { as: writerToken })).body
  expect(items).toEqual([])
})
