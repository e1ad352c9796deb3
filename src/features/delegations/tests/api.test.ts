// Delegations over HTTP: who may create them, which orders they cover, and when they end.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, shareProject, startProduct } from '#tests/support/cast.ts'
import { midnightOf, nextShortDay } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

const today = dayFromInstant(clock.now(), 'Europe/Madrid')

async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  const substituteId = await app.person(cast.companyId, 'approver', cast.address('relevo'), {
    name: 'Relevo',
    lastName: 'Ruiz',
  })
  const substitute = await app.signIn(cast.address('relevo'))
  const [giverId = '', otherId = ''] = cast.approverIds
  const [giver = '', other = ''] = cast.approvers
  await shareProject(cast, [giverId, otherId, substituteId])
  return { ...cast, substituteId, substitute, giverId, giver, otherId, other, orders: ordersOf(app, cast) }
}
type World = Awaited<ReturnType<typeof makeWorld>>

const make = (as: string | undefined, body: object, key?: string) =>
  app.ask('/api/delegations', {
    method: 'POST',
    as,
    body: { startsOn: today, endsOn: today, ...body },
    ...(key ? { key } : {}),
  })
const end = (id: string, as: string | undefined) =>
  app.ask(`/api/delegations/${id}/end`, { method: 'POST', as })
const inbox = async (as: string) => (await app.ask('/api/approvals/pending', { as })).body.items
const cardStatus = async (world: World, id: string, as: string) =>
  (await app.ask(`/api/projects/${world.projectId}/documents/${id}`, { as })).status

async function delegated(world: World, over: object = {}): Promise<string> {
  const answer = await make(world.giver, { toId: world.substituteId, ...over })
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('a delegation', () => {
  it('is made for oneself, by an administrator for anybody, and by nobody else', async () => {
    const world = await makeWorld('quien')
    const body = { toId: world.substituteId }
    expect((await make(undefined, body)).status).toBe(401)
    expect((await make(world.other, { ...body, fromId: world.giverId })).status).toBe(403)
    expect((await make(world.admin, { ...body, fromId: world.giverId })).status).toBe(200)
    expect((await make(world.giver, { toId: world.otherId })).body.type).toBe('/problems/already_substituted')
    expect((await make(world.substitute, { toId: world.giverId })).body.type).toBe(
      '/problems/delegation_loop',
    )
    expect((await app.ask('/api/delegations', { as: world.giver })).status).toBe(403)
    const { body: list } = await app.ask('/api/delegations', { as: world.admin })
    expect(list.items).toMatchObject([{ to: { name: 'Relevo Ruiz' }, state: 'active', can: { end: true } }])
    const { body: own } = await app.ask('/api/delegations/own', { as: world.substitute })
    expect(own).toMatchObject({ granted: [], received: [{ from: { userId: world.giverId } }] })
  })

  it('is made with whoever one works with; whom else the company works with is not shown', async () => {
    const world = await makeWorld('conocidos')
    const strangerId = await app.person(world.companyId, 'approver', world.address('ajena'))
    const shown = (await app.ask('/api/delegations/own', { as: world.giver })).body.candidates
    const ids = shown.map((one: { userId: string }) => one.userId)
    expect(ids).toContain(world.substituteId)
    expect(ids).not.toContain(strangerId)
    const refused = await make(world.giver, { toId: strangerId })
    expect(refused.body.type).toBe('/problems/person_not_eligible')
    const byAdmin = { fromId: world.giverId, toId: strangerId }
    expect((await make(world.admin, byAdmin)).status).toBe(200)
  })

  it('is not made with somebody of elsewhere, inactive, oneself, backwards or in the past', async () => {
    const world = await makeWorld('malas')
    const abroad = await makeWorld('fuera')
    for (const toId of [abroad.substituteId, world.giverId])
      expect((await make(world.giver, { toId })).body.type).toBe('/problems/person_not_eligible')
    // Whoever approves nothing is told apart from whoever cannot take a place.
    expect((await make(world.admin, { fromId: abroad.giverId, toId: world.giverId })).body.type).toBe(
      '/problems/giver_not_eligible',
    )
    const toId = world.substituteId
    const past = { toId, startsOn: '2020-01-01' }
    expect((await make(world.giver, past)).body.type).toBe('/problems/delegation_in_past')
    expect((await make(world.giver, { toId, endsOn: '2020-01-01' })).status).toBe(422)
    expect((await make(world.giver, { toId, max: { minor: '0', currency: 'EUR' } })).status).toBe(422)
    await app.ask(`/api/people/${toId}/deactivate`, { method: 'POST', as: world.admin })
    expect((await make(world.giver, { toId })).body.type).toBe('/problems/person_not_eligible')
  })

  it('named twice at once is made once', async () => {
    const world = await makeWorld('dosveces')
    const answers = await Promise.all(
      [world.substituteId, world.otherId].map(toId => make(world.giver, { toId })),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409])
  })

  it('of another company does not exist, and is ended by its giver or an administrator', async () => {
    const world = await makeWorld('acaba')
    const abroad = await makeWorld('ajena')
    const id = await delegated(world)
    expect((await end(id, abroad.admin)).status).toBe(404)
    expect((await end(id, world.other)).status).toBe(404)
    expect((await end(id, world.substitute)).status).toBe(403)
    expect((await end(id, world.giver)).status).toBe(200)
    expect((await end(id, world.admin)).body.type).toBe('/problems/delegation_over')
  })
})

describe('a delegation of somebody who is switched off', () => {
  const rows = async (world: World) => (await app.ask('/api/delegations', { as: world.admin })).body.items
  const deactivate = (world: World, userId: string) =>
    app.ask(`/api/people/${userId}/deactivate`, { method: 'POST', as: world.admin })

  it.each(['giverId', 'substituteId'] as const)('ends with them, as %s, and says by whom', async who => {
    const world = await makeWorld(`de-baja-${who.toLowerCase()}`)
    const id = await delegated(world)
    await make(world.admin, { fromId: world.otherId, toId: world.executorId })
    expect((await deactivate(world, world[who])).status).toBe(200)
    expect((await rows(world)).find((row: { id: string }) => row.id === id)).toMatchObject({
      state: 'over',
      ended: { on: today, byName: 'Elena Admin' },
      can: { end: { refused: 'delegation_over' } },
    })
    expect((await app.journal(world.companyId, id)).map(({ action }) => action)).toEqual([
      'delegation.made',
      'delegation.ended',
    ])
    expect((await rows(world)).filter(({ state }: { state: string }) => state === 'active')).toHaveLength(1)
    await app.ask(`/api/people/${world[who]}/activate`, { method: 'POST', as: world.admin })
    expect((await rows(world)).find((row: { id: string }) => row.id === id).state).toBe('over')
  })

  it('goes on when they may not be switched off', async () => {
    const world = await makeWorld('sigue')
    const id = await delegated(world)
    await world.orders.submit()
    expect((await deactivate(world, world.giverId)).body.type).toBe('/problems/open_seats')
    expect(await rows(world)).toMatchObject([{ id, state: 'active', ended: null }])
  })
})

describe('a substitute', () => {
  it('decides the giver’s seat, and everything says in whose name', async () => {
    const world = await makeWorld('decide')
    const id = await world.orders.submit()
    expect(await cardStatus(world, id, world.substitute)).toBe(404)
    expect((await world.orders.decide(id, world.substitute)).status).toBe(404)
    await delegated(world)
    expect(await inbox(world.substitute)).toMatchObject([
      { onBehalfOf: 'Aprobador 0 Pérez', document: { id } },
    ])
    expect(await world.orders.card(id, world.substitute)).toMatchObject({
      onBehalfOf: 'Aprobador 0 Pérez',
      can: { approve: true, undo: { refused: 'nothing_to_undo' } },
    })
    expect((await world.orders.decide(id, world.substitute)).status).toBe(200)
    expect((await world.orders.decide(id, world.giver)).body).toMatchObject({
      type: '/problems/already_decided',
      facts: { decidedBy: 'Relevo Ruiz' },
    })
    const card = await world.orders.card(id, world.substitute)
    expect(card.stages[0].seats[0]).toMatchObject({ decidedByName: 'Relevo Ruiz', status: 'approved' })
    const { body: history } = await app.ask(`/api/documents/${id}/timeline`, { as: world.admin })
    expect(history.items.at(-1)).toMatchObject({
      actorName: 'Relevo Ruiz',
      onBehalfOfName: 'Aprobador 0 Pérez',
    })
    expect(await inbox(world.substitute)).toEqual([])
    expect((await world.orders.decide(id, world.other)).body.state).toBe('approved')
  })

  it('no longer decides once it has ended, and keeps seeing what they decided', async () => {
    const world = await makeWorld('termina')
    const [first, second] = [await world.orders.submit(), await world.orders.submit()]
    const id = await delegated(world)
    await world.orders.decide(first, world.substitute)
    await end(id, world.giver)
    expect((await world.orders.decide(second, world.substitute)).status).toBe(404)
    expect(await cardStatus(world, second, world.substitute)).toBe(404)
    expect(await cardStatus(world, first, world.substitute)).toBe(200)
    const undone = await world.orders.post(`/api/documents/${first}/undoing`, world.substitute, {
      revision: 1,
    })
    expect(undone.body.type).toBe('/problems/nothing_to_undo')
  })

  it('or the giver takes back what was approved in the giver’s place', async () => {
    const world = await makeWorld('deshace')
    const id = await world.orders.submit()
    await delegated(world)
    for (const who of [world.substitute, world.giver]) {
      await world.orders.decide(id, world.substitute)
      const undone = await world.orders.post(`/api/documents/${id}/undoing`, who, { revision: 1 })
      expect(undone).toMatchObject({ status: 200, body: { approvals: { approved: 0 } } })
    }
    expect((await world.orders.card(id)).stages[0].seats[0]).toMatchObject({ decidedByName: null })
  })

  it('decides up to the amount and in its currency, and not above', async () => {
    const world = await makeWorld('monto')
    await delegated(world, { max: { minor: '10000', currency: 'EUR' } })
    const [within, above] = [
      await world.orders.submit({ amountMinor: '10000' }),
      await world.orders.submit({ amountMinor: '10001' }),
    ]
    const waiting = (await inbox(world.substitute)).map(
      (item: { document: { id: string } }) => item.document.id,
    )
    expect(waiting).toEqual([within])
    expect((await world.orders.decide(above, world.substitute)).status).toBe(404)
    expect((await world.orders.decide(within, world.substitute)).status).toBe(200)
  })

  it('never decides two seats of a stage, what they executed or asked for, nor for who may not', async () => {
    const world = await makeWorld('deberes')
    const id = await world.orders.submit()
    await make(world.giver, { toId: world.otherId })
    expect((await inbox(world.other)).map((item: { onBehalfOf: string | null }) => item.onBehalfOf)).toEqual([
      null,
    ])
    expect((await world.orders.decide(id, world.other)).status).toBe(200)
    expect((await world.orders.decide(id, world.other)).body.type).toBe('/problems/seat_of_same_stage')
    expect(await inbox(world.other)).toEqual([])
    await make(world.other, { toId: world.executorId })
    const next = await world.orders.submit()
    expect((await world.orders.decide(next, world.executor)).body.type).toBe(
      '/problems/executor_cannot_approve',
    )
    expect(await inbox(world.executor)).toEqual([])
  })

  it('does not decide what reached their giver by another delegation', async () => {
    const world = await makeWorld('cadena')
    const lastId = await app.person(world.companyId, 'approver', world.address('ultima'))
    const last = await app.signIn(world.address('ultima'))
    const id = await world.orders.submit()
    await delegated(world)
    await make(world.substitute, { toId: lastId })
    expect(await inbox(last)).toEqual([])
    expect((await world.orders.decide(id, last)).status).toBe(404)
  })

  it('of a giver who was switched off decides nothing', async () => {
    const world = await makeWorld('baja')
    const id = await world.orders.submit()
    await delegated(world)
    await app.tamper(sql`update account set active = false where id = ${world.giverId}`)
    expect((await world.orders.decide(id, world.substitute)).status).toBe(404)
    await app.tamper(sql`update account set active = true where id = ${world.giverId}`)
    expect((await world.orders.decide(id, world.substitute)).status).toBe(200)
  })

  it('and the giver at the same time decide the seat once', async () => {
    const world = await makeWorld('carrera')
    await delegated(world)
    for (let round = 0; round < 12; round++) {
      const id = await world.orders.submit()
      const answers = await Promise.all(
        [world.giver, world.substitute].map(who => world.orders.decide(id, who)),
      )
      expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 409])
    }
  })

  it('starts and stops at midnight of the company, also when the clocks change', async () => {
    const world = await makeWorld('medianoche')
    const at = (instant: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(instant))
    const id = await world.orders.submit()
    const day = nextShortDay()
    const begins = midnightOf(day).getTime()
    const ends = midnightOf(addDays(day, 1)).getTime()
    expect(ends - begins).toBe(23 * 3_600_000)
    await delegated(world, { startsOn: day, endsOn: day })
    const sees = async (instant: number) => {
      at(instant)
      const substitute = await app.signIn(world.address('relevo'))
      return (await inbox(substitute)).length
    }
    expect(await sees(begins - 1000)).toBe(0)
    expect(await sees(begins)).toBe(1)
    expect(await sees(ends - 1000)).toBe(1)
    expect(await sees(ends)).toBe(0)
    at(ends)
    expect((await world.orders.decide(id, await app.signIn(world.address('relevo')))).status).toBe(404)
    at(ends - 1000)
    expect((await world.orders.decide(id, await app.signIn(world.address('relevo')))).status).toBe(200)
  })
})
