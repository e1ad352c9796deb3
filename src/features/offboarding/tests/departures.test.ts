// Offboarding: a person leaves the company, and others take over their open seats and duties.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** A company whose first approver leaves, and two people who could come after them. */
async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  const heirId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  const heir = await app.signIn(cast.address('relevo'))
  const [leaverId = '', otherId = ''] = cast.approverIds
  const [leaver = '', other = ''] = cast.approvers
  return { ...cast, heirId, heir, leaverId, leaver, otherId, other, orders: ordersOf(app, cast) }
}
type World = Awaited<ReturnType<typeof makeWorld>>

const read = (userId: string, as: string | undefined) => app.ask(`/api/people/${userId}/departure`, { as })
const letGo = (userId: string, as: string | undefined, body: object, key = newId()) =>
  app.ask(`/api/people/${userId}/departure`, { method: 'POST', as, body, key })
const deactivate = (userId: string, as: string | undefined) =>
  app.ask(`/api/people/${userId}/deactivate`, { method: 'POST', as })

/** Body that transfers every open seat of the first approver to one person. */
async function allTo(world: World, substituteId: string) {
  const { body } = await read(world.leaverId, world.admin)
  return { seats: body.seats.map(({ seatId }: { seatId: string }) => ({ seatId, substituteId })) }
}

const seatsOf = async (world: World, id: string) =>
  (await world.orders.card(id)).stages[0].seats.map(
    ({ approverId, status }: { approverId: string; status: string }) => [approverId, status],
  )

describe('whoever leaves', () => {
  it('is not switched off while orders wait for them, through any door', async () => {
    const world = await makeWorld('puertas')
    await world.orders.submit()
    await world.orders.submit()
    expect(await deactivate(world.leaverId, world.admin)).toMatchObject({
      status: 409,
      body: { type: '/problems/open_seats', facts: { count: 2 } },
    })
    expect(await letGo(world.leaverId, world.admin, { seats: [] })).toMatchObject({
      status: 409,
      body: { type: '/problems/open_seats', facts: { count: 2 } },
    })
    await world.orders.decide('DOC-001', world.leaver)
    await world.orders.decide('DOC-002', world.leaver)
    expect((await deactivate(world.leaverId, world.admin)).status).toBe(200)
  })

  it('keeps their name on what they decided', async () => {
    const world = await makeWorld('nombre')
    const id = await world.orders.submit()
    await world.orders.decide(id, world.leaver)
    expect((await deactivate(world.leaverId, world.admin)).status).toBe(200)
    const { stages } = await world.orders.card(id)
    expect(stages[0].seats).toContainEqual(
      expect.objectContaining({
        approverId: world.leaverId,
        status: 'approved',
        approverName: expect.stringContaining('Aprobador 0'),
      }),
    )
  })

  it('hands seats and appointments over, and the order goes on with its substitute', async () => {
    const world = await makeWorld('relevo')
    const id = await world.orders.submit()
    const { body } = await read(world.leaverId, world.admin)
    expect(body).toMatchObject({
      seats: [{ documentId: id, projectId: world.projectId, amount: { minor: '10000', currency: 'EUR' } }],
      appointments: [{ projectId: world.projectId, task: 'approve', isOnly: false }],
    })
    const candidates = body.candidates.map(({ userId }: { userId: string }) => userId)
    expect(candidates).toContain(world.heirId)
    expect(candidates).not.toContain(world.leaverId)
    expect(body.seats[0].unfitIds).toEqual(expect.arrayContaining([world.otherId, world.executorId]))

    const gone = await letGo(world.leaverId, world.admin, await allTo(world, world.heirId))
    expect(gone).toMatchObject({ status: 200, body: { active: false, reassigned: [{ documentId: id }] } })
    expect((await app.ask('/api/approvals/pending', { as: world.leaver })).status).toBe(401)
    expect(await seatsOf(world, id)).toEqual([
      [world.leaverId, 'void'],
      [world.otherId, 'pending'],
      [world.heirId, 'pending'],
    ])
    const events = await app.journal(world.companyId, id)
    expect(events.map(event => event.action)).toEqual(['document.submitted', 'approval.reassigned'])
    const inbox = await app.ask('/api/approvals/pending', { as: world.heir })
    expect(inbox.body.items.map((item: { document: { id: string } }) => item.document.id)).toEqual([id])
    await world.orders.decide(id, world.heir)
    expect((await world.orders.decide(id, world.other)).body.state).toBe('approved')
    const next = await world.orders.submit()
    expect((await seatsOf(world, next)).map(([who]: string[]) => who).toSorted()).toEqual(
      [world.heirId, world.otherId].toSorted(),
    )
  })

  it('as the only executor names who executes after them', async () => {
    const world = await makeWorld('tesoreria')
    const { body } = await read(world.executorId, world.admin)
    expect(body.appointments).toMatchObject([{ task: 'execute', isOnly: true, unfitIds: expect.any(Array) }])
    expect(body.appointments[0].unfitIds.toSorted()).toEqual(world.approverIds.toSorted())
    const appointments = [{ projectId: world.projectId, task: 'execute', substituteId: world.heirId }]
    expect((await letGo(world.executorId, world.admin, { seats: [], appointments })).status).toBe(200)
    const id = await world.orders.approved()
    expect((await world.orders.confirm(id, world.heir)).status).toBe(200)
  })
})

it('whoever executes everywhere for another client takes over nothing of this one', async () => {
  const { executorId, admin, companyId, address } = await makeWorld('contigua')
  const neighbour = await makeCast(app, 'colindante', { companyId })
  const strangerId = await app.person(companyId, 'client_user', address('ajena'), {
    clientId: neighbour.clientId,
  })
  const given = { method: 'PUT', as: admin, body: { permissions: ['execute'] } } as const
  expect((await app.ask(`/api/people/${strangerId}/permissions`, given)).status).toBe(200)
  const left = await read(executorId, admin)
  expect(left.body.appointments).toMatchObject([{ task: 'execute', isOnly: true }])
})

describe('a substitute', () => {
  it('neither made the order, nor sits in its stage, nor executes, nor is of elsewhere', async () => {
    const world = await makeWorld('sustitutos')
    const abroad = await makeWorld('extranjero')
    const otherClient = await makeCast(app, 'vecino', { companyId: world.companyId })
    await world.orders.submit()
    const to = async (substituteId: string) =>
      (await letGo(world.leaverId, world.admin, await allTo(world, substituteId))).body.type
    expect(await to(world.clientId)).toBe('/problems/substitute_is_author')
    expect(await to(world.otherId)).toBe('/problems/substitute_has_seat')
    expect(await to(world.executorId)).toBe('/problems/approver_is_executor')
    const ineligible = [world.leaverId, otherClient.clientId, abroad.heirId, newId()]
    for (const userId of ineligible) expect(await to(userId)).toBe('/problems/person_not_eligible')
    await deactivate(world.heirId, world.admin)
    expect(await to(world.heirId)).toBe('/problems/person_not_eligible')
    // Nothing of what was refused has stayed.
    const [, people] = [
      await read(world.leaverId, world.admin),
      await app.ask('/api/people', { as: world.admin }),
    ]
    const leaver = people.body.items.find(({ userId }: { userId: string }) => userId === world.leaverId)
    expect(leaver.active).toBe(true)
    expect((await seatsOf(world, 'DOC-001')).map(([, status]: string[]) => status)).toEqual([
      'pending',
      'pending',
    ])
  })
})

it('nobody but the company’s administrators asks or lets go, and strangers do not exist', async () => {
  const world = await makeWorld('permisos')
  const abroad = await makeWorld('fuera')
  for (const as of [world.client, world.heir]) {
    expect((await read(world.leaverId, as)).status).toBe(403)
    expect((await letGo(world.leaverId, as, { seats: [] })).status).toBe(403)
  }
  expect((await read(world.leaverId, undefined)).status).toBe(401)
  expect((await letGo(world.leaverId, undefined, { seats: [] })).status).toBe(401)
  const bare = ({ status, body }: { status: number; body: object }) => ({ status, ...body, requestId: '' })
  for (const ask of [read, (id: string, as: string) => letGo(id, as, { seats: [] })]) {
    const absent = bare(await ask(newId(), world.admin))
    expect(absent.status).toBe(404)
    expect(bare(await ask(abroad.leaverId, world.admin))).toEqual(absent)
  }
})

describe('at the same time', () => {
  it('the leaver’s own approval either counts or is too late, and nothing is decided twice', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 6; round++) {
      const world = await makeWorld(`carrera${round}`)
      const id = await world.orders.submit()
      const body = await allTo(world, world.heirId)
      const [decided, gone] = await Promise.all([
        world.orders.decide(id, world.leaver),
        letGo(world.leaverId, world.admin, body),
      ])
      expect(gone.status).toBe(200)
      const mine = (await seatsOf(world, id)).find(([who]: string[]) => who === world.leaverId)
      expect(mine?.[1]).toBe(decided.status === 200 ? 'approved' : 'void')
      // Too late they are out, or not an approver of the project any more: the order is not there for them.
      expect([200, 401, 404, 409]).toContain(decided.status)
    }
  })

  it('two administrators hand over once', async () => {
    const world = await makeWorld('dos')
    await app.person(world.companyId, 'admin', world.address('segunda'))
    const second = await app.signIn(world.address('segunda'))
    const id = await world.orders.submit()
    const body = await allTo(world, world.heirId)
    const answers = await Promise.all([world.admin, second].map(as => letGo(world.leaverId, as, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await seatsOf(world, id)).toHaveLength(3)
    const events = (await app.journal(world.companyId, world.leaverId)).map(event => event.action)
    expect(events.filter(action => action === 'person.deactivated')).toHaveLength(1)
  })

  it('an order sent while an approver is switched off never waits for them', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 6; round++) {
      const world = await makeWorld(`envio${round}`)
      await Promise.all([
        ...Array.from({ length: 4 }, () => world.orders.submit()),
        deactivate(world.leaverId, world.admin),
      ])
      expect(await brokenInvariants(app)).toEqual({})
    }
  })

  it('a substitute who is switched off meanwhile leaves no seat behind', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 6; round++) {
      const world = await makeWorld(`doble${round}`)
      await world.orders.submit()
      const body = await allTo(world, world.heirId)
      const [gone, off] = await Promise.all([
        letGo(world.leaverId, world.admin, body),
        deactivate(world.heirId, world.admin),
      ])
      expect([gone.status, off.status].toSorted()).toEqual([200, 409])
    }
  })
})
