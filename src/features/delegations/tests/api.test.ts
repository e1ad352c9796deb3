// Delegations over HTTP: who may create them, which orders they cover, and when they end.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { startProduct } from '#tests/support/cast.ts'
import { delegationDesk, today } from '#tests/support/delegation-desk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct()
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

const { makeWorld, make, end, delegated } = delegationDesk(app)

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

type World = Awaited<ReturnType<typeof makeWorld>>

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
