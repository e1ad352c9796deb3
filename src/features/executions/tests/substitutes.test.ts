// Substitutes of executors: for some days they execute what their principal executes, under the separation of duties of
// both, and nothing else; then not any more.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { waitingOrders } from '#features/notices/store/reminders.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { anotherExecutor, batchesOf, payFrom, refused } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let second = ''
let relief = ''
let reliefId = ''
let delegationId = ''
let ids: string[] = []
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'relevo', { approvers: 1 })
  await payFrom(app, cast)
  second = await anotherExecutor(app, cast)
  reliefId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  relief = await app.signIn(cast.address('relevo'))
  batches = batchesOf(app, cast, () => ids)
})
afterEach(async () => {
  if (delegationId !== '') await end()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

const name = (over: object = {}) =>
  app.ask('/api/delegations', {
    method: 'POST',
    as: cast.admin,
    body: {
      fromId: cast.executorId,
      toId: reliefId,
      startsOn: dayFromToday(),
      endsOn: dayFromToday(),
      covers: 'execute',
      ...over,
    },
  })
const begin = async (over: object = {}) => {
  const { status, body } = await name(over)
  expect(status, JSON.stringify(body)).toBe(200)
  delegationId = body.id
}
const end = async () => {
  const id = delegationId
  delegationId = ''
  return app.ask(`/api/delegations/${id}/end`, { method: 'POST', as: cast.admin })
}
const status = async (path: string, as: string) => (await app.ask(path, { as })).status
const queue = async (as: string): Promise<string[]> =>
  (await app.ask('/api/executions/pending', { as })).body.items.map(
    ({ document }: { document: { id: string } }) => document.id,
  )
const execution = async (id: string, as: string) =>
  (await app.ask(`/api/documents/${id}/execution`, { as })).body
const listed = async (as: string): Promise<string[]> =>
  (await app.ask('/api/documents', { as })).body.items.map(({ id }: { id: string }) => id)
const card = (id: string) => `/api/projects/${cast.projectId}/documents/${id}`

/** Nothing of the order exists for the substitute, and they do nothing with it. */
async function hasNothing(order: string, as = relief): Promise<void> {
  ids = [order]
  expect(await queue(as)).not.toContain(order)
  expect(await listed(as)).not.toContain(order)
  expect([await status(card(order), as), await status(`/api/documents/${order}/execution`, as)]).toEqual([
    404, 404,
  ])
  expect((await batches.orders.confirm(order, as)).status).toBe(404)
  expect((await batches.make(as)).status).toBe(404)
  expect((await app.ask('/api/payment-batches/candidates', { as })).body.items).toEqual([])
}

describe('a substitute in executing', () => {
  test('executes what their principal executes, and everything says in whose name', async () => {
    const order = await batches.orders.approved()
    await hasNothing(order)
    await begin()
    expect(await queue(relief)).toContain(order)
    expect(await listed(relief)).toContain(order)
    expect(await status(card(order), relief)).toBe(200)
    expect(await execution(order, relief)).toMatchObject({
      onBehalfOf: 'Tesorería Pérez',
      can: { confirm: true },
    })
    const desk = (await app.ask('/api/session/desk', { as: relief })).body
    expect(desk).toMatchObject({ executes: true, confirmations: (await queue(relief)).length })
    // The orders and nothing else: not the project, nor what is in it.
    expect(await status(`/api/projects/${cast.projectId}`, relief)).toBe(404)
    expect(await status(`/api/contracts/${cast.payable}`, relief)).toBe(404)
    expect((await batches.orders.confirm(order, relief)).status).toBe(200)
    const said = { executedByName: 'Relevo Pérez', executedForName: 'Tesorería Pérez' }
    expect(await execution(order, cast.admin)).toMatchObject({ execution: said, made: [said] })
    const { body: history } = await app.ask(`/api/documents/${order}/timeline`, { as: cast.admin })
    expect(history.items.at(-1)).toMatchObject({
      actorName: 'Relevo Pérez',
      onBehalfOfName: 'Tesorería Pérez',
    })
    expect((await batches.orders.giveBack(order, relief)).status).toBe(200)
    expect((await batches.orders.confirm(order, relief)).status).toBe(200)
    await end()
    // Orders that they executed they go on seeing, and do nothing more with.
    expect(await status(card(order), relief)).toBe(200)
    expect(await listed(relief)).toContain(order)
    expect((await execution(order, relief)).can.giveBack).toMatchObject({ refused: 'forbidden' })
    await hasNothing(await batches.orders.approved())
  })

  test('of a delegation that covers approving alone, or begins tomorrow, executes nothing', async () => {
    const order = await batches.orders.approved()
    for (const over of [
      { covers: 'approve' },
      { covers: undefined },
      { startsOn: dayFromToday(1), endsOn: dayFromToday(2) },
    ]) {
      await begin(over)
      await hasNothing(order)
      await end()
    }
  })

  test('who stands in in executing alone approves nothing', async () => {
    await begin({ fromId: cast.approverIds[0] })
    const order = await batches.orders.submit()
    expect((await batches.orders.decide(order, relief)).status).toBe(404)
    expect((await app.ask('/api/approvals/pending', { as: relief })).body.items).toEqual([])
    // Another may meanwhile stand in in approving; in executing nobody else.
    const [toId] = [await app.person(cast.companyId, 'approver', cast.address(`otra${order.toLowerCase()}`))]
    const other = await name({ fromId: cast.approverIds[0], toId, covers: 'approve' })
    expect(other.status).toBe(200)
    expect(refused(await name({ fromId: cast.approverIds[0], toId, covers: 'both' }))).toBe(
      'already_substituted',
    )
    await app.ask(`/api/delegations/${other.body.id}/end`, { method: 'POST', as: cast.admin })
  })

  test('executes up to the amount of the delegation, and for nobody who cannot sign in', async () => {
    const [within, above] = [
      await batches.orders.approved({ amountMinor: '10000' }),
      await batches.orders.approved({ amountMinor: '10001' }),
    ]
    await begin({ max: { minor: '10000', currency: 'EUR' } })
    expect(refused(await batches.orders.confirm(above, relief))).toBe('forbidden')
    expect(await queue(relief)).not.toContain(above)
    ids = [within, above]
    expect(refused(await batches.make(relief))).toBe('forbidden')
    const active = (isActive: boolean) =>
      app.tamper(sql`update account set active = ${isActive} where id = ${cast.executorId}`)
    await active(false)
    await hasNothing(within)
    await active(true)
    expect((await batches.orders.confirm(within, relief)).status).toBe(200)
  })

  test('of somebody who is a substitute themselves executes nothing of that', async () => {
    const lastId = await app.person(cast.companyId, 'approver', cast.address('ultima'))
    const last = await app.signIn(cast.address('ultima'))
    await begin()
    const other = await name({ fromId: reliefId, toId: lastId, covers: 'both' })
    expect(other.status).toBe(200)
    await hasNothing(await batches.orders.approved(), last)
    await app.ask(`/api/delegations/${other.body.id}/end`, { method: 'POST', as: cast.admin })
  })

  test('of another company has nothing to do with this one', async () => {
    const abroad = await makeCast(app, 'relevofuera', { approvers: 1 })
    await begin()
    const order = await batches.orders.approved()
    await hasNothing(order, abroad.executor)
    expect(
      refused(await name({ toId: abroad.executorId, startsOn: dayFromToday(1), endsOn: dayFromToday(1) })),
    ).toBe('person_not_eligible')
  })

  test('no longer executes once they have another role', async () => {
    await begin()
    const order = await batches.orders.approved()
    await app.tamper(sql`update account set role = 'provider' where id = ${reliefId}`)
    expect((await batches.orders.confirm(order, relief)).status).not.toBe(200)
    await app.tamper(sql`update account set role = 'approver' where id = ${reliefId}`)
  })
})

/** An approved order that the executor asked for, who could write orders then. */
async function writtenByExecutor(): Promise<string> {
  const edits = part`company_id = ${cast.companyId} and user_id = ${cast.executorId} and permission = 'edit'`
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${cast.executorId}, 'edit')`)
  const { body } = await batches.orders.post('/api/documents', cast.executor, cast.order)
  await app.tamper(sql`delete from project_permission where ${edits}`)
  await batches.orders.decide(body.id, cast.approvers[0])
  return body.id
}

/** Orders of which the day's reminder would tell the substitute. */
async function remindedOf(): Promise<string[]> {
  const found = await asSystem(app.db, cast.companyId, tx => waitingOrders(tx, dayFromToday()))
  return found.filter(({ userId }) => userId === reliefId).map(({ order }) => order.id)
}

describe('separation of duties holds for both hands', () => {
  test('nobody executes what they, or whom they stand in for, decided or asked for', async () => {
    const [approverId = ''] = cast.approverIds
    await begin({ toId: approverId })
    const decided = await batches.orders.approved()
    expect(refused(await batches.orders.confirm(decided, cast.approvers[0]))).toBe('approver_cannot_execute')
    ids = [decided]
    expect(refused(await batches.make(cast.approvers[0]))).toBe('approver_cannot_execute')
    expect(await queue(cast.approvers[0] ?? '')).not.toContain(decided)
    await end()
    await begin()
    const written = await writtenByExecutor()
    const answer = await batches.orders.confirm(written, relief)
    expect(refused(answer)).toBe('own_document')
    expect(answer.body.title).toContain('Tesorería Pérez')
    expect((await execution(written, relief)).can.reject).toMatchObject({ refused: 'own_document' })
    expect(await queue(relief)).not.toContain(written)
    expect(await remindedOf()).not.toContain(written)
    expect((await batches.orders.confirm(written, second)).status).toBe(200)
  })

  test('a batch is released neither by its maker’s substitute nor, made in somebody’s name, by that person', async () => {
    await begin()
    ids = [await batches.orders.approved(), await batches.orders.approved()]
    const own = await batches.made()
    expect((await batches.detail(own, relief)).can.release).toMatchObject({ refused: 'own_batch' })
    expect(refused(await batches.release(own, relief))).toBe('own_batch')
    expect((await batches.cancel(own)).status).toBe(200)

    const { body, status: made } = await batches.make(relief)
    expect([made, (await batches.detail(body.id, relief)).madeForName]).toEqual([200, 'Tesorería Pérez'])
    for (const as of [relief, cast.executor])
      expect(refused(await batches.release(body.id, as))).toBe('own_batch')
    const row = part`where company_id = ${cast.companyId} and id = ${body.id}`
    const forced = sql`update payment_batch set released_by = ${cast.executorId}, released_at = now(),
      release_review = '{}' ${row}`
    expect(await app.tamper(forced).then(() => 'done', String)).toContain('payment_batch_hands')
    expect((await batches.release(body.id, second)).status).toBe(200)
    expect((await batches.download(body.id, relief)).status).toBe(200)
    // Who stood in for whoever has the file has it too: neither takes the batch back.
    expect(refused(await batches.cancel(body.id, cast.executor))).toBe('own_download')
    const { items } = (await batches.confirm(body.id, relief)).body
    expect(items.map(({ confirmed }: { confirmed: unknown }) => confirmed)).toEqual([true, true])
  })

  test('a substitute releases for their principal what somebody else made', async () => {
    await begin()
    ids = [await batches.orders.approved()]
    const { body } = await batches.make(second)
    await deliverAll(app.db)
    const { items: notices } = (await app.ask('/api/notices', { as: relief })).body
    expect(notices).toContainEqual(
      expect.objectContaining({ topic: 'batch.release_requested', batchId: body.id }),
    )
    expect((await batches.detail(body.id, second)).twoHands.releasers).toContain('Relevo Pérez')
    expect((await batches.release(body.id, relief)).status).toBe(200)
    expect((await batches.detail(body.id, second)).twoHands.released).toMatchObject({
      byName: 'Relevo Pérez',
      forName: 'Tesorería Pérez',
    })
    await end()
    expect((await app.ask(`/api/payment-batches/${body.id}`, { as: relief })).status).toBe(404)
    expect((await batches.download(body.id, relief)).status).toBe(404)
  })
})

describe('at once', () => {
  test('the substitute and their principal execute an order once', async () => {
    await begin()
    for (let round = 0; round < 8; round++) {
      const order = await batches.orders.approved()
      const answers = await Promise.all([relief, cast.executor].map(as => batches.orders.confirm(order, as)))
      expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409])
    }
  })

  test('a delegation that ends while its substitute executes lets them finish or not begin', async () => {
    for (let round = 0; round < 6; round++) {
      await begin()
      const order = await batches.orders.approved()
      const [answer] = await Promise.all([batches.orders.confirm(order, relief), end()])
      // The moment of its end is not said, nor how much is read then; that nothing is done without it, the invariants say.
      expect([200, 403, 404]).toContain(answer.status)
    }
  })
})
