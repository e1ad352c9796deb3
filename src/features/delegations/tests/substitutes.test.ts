// Substitutes: they decide what whoever is away would, and no more.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { startProduct } from '#tests/support/cast.ts'
import { midnightOf, nextShortDay } from '#tests/support/days.ts'
import { delegationDesk } from '#tests/support/delegation-desk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct()
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

const { makeWorld, make, end, inbox, cardStatus, delegated } = delegationDesk(app)

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
