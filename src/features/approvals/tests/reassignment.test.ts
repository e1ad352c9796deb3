// Reassignment of one open seat of one order to another person.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

type Seat = {
  id: string
  approverId: string
  status: string
  reassigned: object | null
  can: { reassign: unknown }
}

/** An order that waits for two people of the project, and somebody of no project. */
async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  const heirId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  const heir = await app.signIn(cast.address('relevo'))
  const [illId = '', otherId = ''] = cast.approverIds
  const [ill = '', other = ''] = cast.approvers
  const orders = ordersOf(app, cast)
  const id = await orders.submit()
  const seats = async (as?: string): Promise<Seat[]> => (await orders.card(id, as)).stages[0].seats
  const seat = (await seats()).find(({ approverId }) => approverId === illId)
  const asked = { revision: 1, userId: heirId, reason: 'Está de baja' }
  const address = `/api/documents/${id}/approvals/${seat?.id}`
  const give = (over: object = {}, as: string | undefined = cast.admin, key = newId()) =>
    orders.post(`${address}/reassignment`, as, { ...asked, ...over }, key)
  return { cast, orders, id, heirId, heir, illId, ill, otherId, other, seats, address, give }
}
type World = Awaited<ReturnType<typeof makeWorld>>

const waitsFor = async (as: string) => (await app.ask('/api/approvals/pending', { as })).body.items
const statuses = async (world: World) =>
  Object.fromEntries((await world.seats()).map(({ approverId, status }) => [approverId, status]))
const candidates = async (world: World, as = world.cast.admin) => {
  const { body } = await app.ask(`${world.address}/candidates`, { as })
  return body.items.map(({ userId }: { userId: string }) => userId)
}
const tellAll = async () => {
  await deliverAll(app.db)
}

describe('a seat that is reassigned to somebody else', () => {
  test('waits for them alone, says by whom and why, and counts once', async () => {
    const world = await makeWorld('relevo')
    await tellAll()
    expect(await candidates(world)).toContain(world.heirId)
    const answer = await world.give()
    expect(answer).toMatchObject({
      status: 200,
      body: { id: world.id, approvals: { total: 2, approved: 0, pending: 2 } },
    })
    const { illId, otherId, heirId } = world
    expect(await statuses(world)).toEqual({ [illId]: 'void', [otherId]: 'pending', [heirId]: 'pending' })
    const why = { byName: 'Elena Admin', fromName: 'Aprobador 0 Pérez', reason: 'Está de baja' }
    const mine = (await world.seats()).find(({ approverId }) => approverId === heirId)
    expect(mine?.reassigned).toEqual(why)
    expect(await waitsFor(world.ill)).toEqual([])
    expect(await waitsFor(world.heir)).toMatchObject([{ document: { id: world.id }, reassigned: why }])
    expect((await world.orders.card(world.id)).approvals).toMatchObject({ total: 2, pending: 2 })

    await tellAll()
    const told = async (as: string) =>
      (await app.ask('/api/notices', { as })).body.items.map(({ topic }: { topic: string }) => topic)
    expect(await told(world.heir)).toEqual(['approval.requested'])
    expect([await told(world.ill), await told(world.other)]).toEqual([
      ['approval.requested'],
      ['approval.requested'],
    ])

    expect((await world.orders.decide(world.id, world.ill)).status).not.toBe(200)
    await world.orders.decide(world.id, world.other)
    expect((await world.orders.decide(world.id, world.heir)).body).toMatchObject({
      state: 'approved',
      approvals: { total: 2, approved: 2 },
    })
    const next = await world.orders.submit()
    const approvers = (await world.orders.card(next)).stages[0].seats.map((seat: Seat) => seat.approverId)
    expect(approvers.toSorted()).toEqual([illId, otherId].toSorted())
  })

  test('leaves one event, which tells whose it was, whose it is and why', async () => {
    const world = await makeWorld('traza')
    const key = newId()
    const first = await world.give({}, world.cast.admin, key)
    expect(await world.give({}, world.cast.admin, key)).toMatchObject({ status: 200, body: first.body })
    const written = await app.journal(world.cast.companyId, world.id)
    expect(written.filter(({ action }) => action === 'approval.reassigned')).toHaveLength(1)
    const { body } = await app.ask(`/api/documents/${world.id}/timeline`, { as: world.cast.client })
    expect(body.items.at(-1)).toMatchObject({
      action: 'approval.reassigned',
      actorName: 'Elena Admin',
      reason: 'Está de baja',
      facts: { from: 'Aprobador 0 Pérez', to: 'Relevo Pérez' },
    })
    const events = await app.ask('/api/audit/events?group=orders', { as: world.cast.admin })
    expect(events.body.items[0]).toMatchObject({ sentence: 'Aprobación reasignada a Relevo Pérez' })
  })

  test('in a later turn is asked of them when that turn opens', async () => {
    const { cast, orders, person, publish, inbox } = await scene(app, 'turnos')
    const [dora, raul, eva] = [await person('dora'), await person('raul'), await person('eva')]
    await publish(rule([stage({ approvers: users(dora.id) }), stage({ turn: 2, approvers: users(raul.id) })]))
    const id = await orders.submit()
    await tellAll()
    const seat = (await orders.card(id)).stages[1].seats[0]
    const body = { revision: 1, userId: eva.id, reason: 'De viaje' }
    const path = `/api/documents/${id}/approvals/${seat.id}/reassignment`
    expect((await orders.post(path, cast.admin, body)).status).toBe(200)
    await tellAll()
    expect((await app.ask('/api/notices', { as: eva.token })).body.items).toEqual([])
    expect(await inbox(eva.token)).toEqual([])
    await orders.decide(id, dora.token)
    await tellAll()
    expect((await app.ask('/api/notices', { as: eva.token })).body.items).toHaveLength(1)
    expect([await inbox(raul.token), await inbox(eva.token)]).toEqual([[], [id]])
    expect((await orders.decide(id, eva.token)).body.state).toBe('approved')
  })
})

describe('giving a seat away is refused', () => {
  test('to everybody but the company’s administrators, who alone see who could have it', async () => {
    const world = await makeWorld('permisos')
    expect((await app.ask(`${world.address}/reassignment`, { method: 'POST', body: {} })).status).toBe(401)
    expect((await app.ask(`${world.address}/candidates`)).status).toBe(401)
    for (const as of [world.cast.client, world.ill, world.heir, world.cast.executor]) {
      expect((await world.give({}, as)).status).toBe(403)
      expect((await app.ask(`${world.address}/candidates`, { as })).status).toBe(403)
    }
    const able = (seats: Seat[]) =>
      seats.filter(seat => seat.can.reassign === true).map(({ approverId }) => approverId)
    expect(able(await world.seats())).toEqual([])
    expect((await world.give()).status).toBe(200)
    expect(able(await world.seats(world.cast.admin))).toEqual([world.otherId, world.heirId])
  })

  test('of another company’s order, as of one that does not exist', async () => {
    const [world, abroad] = [await makeWorld('casa'), await makeWorld('fuera')]
    const absent = `/api/documents/DOC-999/approvals/${newId()}`
    const foreign = `/api/documents/${world.id}/approvals/${abroad.address.split('/').at(-1)}`
    const body = { revision: 1, userId: abroad.heirId, reason: 'Motivo' }
    for (const path of [absent, foreign, world.address]) {
      const answer = await abroad.orders.post(`${path}/reassignment`, world.cast.admin, body)
      expect(answer.status).toBe(path === world.address ? 409 : 404)
      const asked = await app.ask(`${path}/candidates`, { as: world.cast.admin })
      expect(asked.status).toBe(path === world.address ? 200 : 404)
    }
    expect(await statuses(world)).toEqual({ [world.illId]: 'pending', [world.otherId]: 'pending' })
  })

  test('to whoever could not have had it from the beginning, whom the list leaves out', async () => {
    const world = await makeWorld('quien')
    const neighbour = await makeCast(app, 'vecino', { companyId: world.cast.companyId })
    const abroad = await makeWorld('lejos')
    const to = async (userId: string) => (await world.give({ userId })).body.type
    expect(await to(world.cast.clientId)).toBe('/problems/substitute_is_author')
    for (const userId of [world.illId, world.otherId])
      expect(await to(userId)).toBe('/problems/substitute_has_seat')
    expect(await to(world.cast.executorId)).toBe('/problems/executor_cannot_approve')
    for (const userId of [neighbour.clientId, abroad.heirId, newId()])
      expect(await to(userId)).toBe('/problems/person_not_eligible')
    const listed = await candidates(world)
    const unfit = [world.cast.clientId, world.illId, world.otherId, world.cast.executorId]
    for (const userId of [...unfit, neighbour.clientId, abroad.heirId]) expect(listed).not.toContain(userId)
    await app.ask(`/api/people/${world.heirId}/deactivate`, { method: 'POST', as: world.cast.admin })
    expect(await to(world.heirId)).toBe('/problems/person_not_eligible')
    expect(await candidates(world)).not.toContain(world.heirId)
  })

  test('without a reason, on an order seen before its correction, once decided, and while suspended', async () => {
    const world = await makeWorld('tarde')
    for (const reason of ['', '   ', 'x'.repeat(501)]) expect((await world.give({ reason })).status).toBe(422)
    expect(statusAndType(await world.give({ revision: 2 }))).toEqual([409, '/problems/stale_revision'])
    const { companyId, admin } = world.cast
    await app.tamper(sql`update company set status = 'suspended' where company_id = ${companyId}`)
    expect(statusAndType(await world.give())).toEqual([409, '/problems/company_suspended'])
    await app.tamper(sql`update company set status = 'active' where company_id = ${companyId}`)
    await world.orders.decide(world.id, world.ill)
    expect(statusAndType(await world.give())).toEqual([409, '/problems/seat_not_open'])
    await world.orders.decide(world.id, world.other, 'return', { comment: 'Falta la factura' })
    expect(statusAndType(await world.give())).toEqual([409, '/problems/not_in_approval'])
    expect((await world.seats(admin)).map(seat => seat.can.reassign)).not.toContain(true)
  })
})

describe('at the same time', () => {
  test('its holder decides or it is reassigned, never both', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 8; round++) {
      const world = await makeWorld(`carrera${round}`)
      const decide = () => world.orders.decide(world.id, world.ill)
      // Whoever is sent first is often first: each goes first in half of the rounds.
      const [first, second] = round % 2 === 0 ? [decide, world.give] : [world.give, decide]
      const answers = await Promise.all([first(), second()])
      const [decided, reassigned] = round % 2 === 0 ? answers : answers.toReversed()
      expect([decided?.status, reassigned?.status].filter(status => status === 200)).toHaveLength(1)
      const found = await statuses(world)
      expect(found[world.illId]).toBe(decided?.status === 200 ? 'approved' : 'void')
      expect(found[world.heirId]).toBe(reassigned?.status === 200 ? 'pending' : undefined)
    }
  })

  test('two administrators give one seat away once', async () => {
    const world = await makeWorld('dos')
    const second = await app.person(world.cast.companyId, 'approver', world.cast.address('otro'))
    const answers = await Promise.all([world.give(), world.give({ userId: second })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(Object.values(await statuses(world)).toSorted()).toEqual(['pending', 'pending', 'void'])
  })

  test('whoever is switched off meanwhile is left no seat', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 4; round++) {
      const world = await makeWorld(`apagada${round}`)
      const off = () =>
        app.ask(`/api/people/${world.heirId}/deactivate`, { method: 'POST', as: world.cast.admin })
      const answers = await Promise.all([world.give(), off()])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })
})
