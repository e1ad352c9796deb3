// Offboarding of a person with duties in the whole company: in the flow's rules, the budget, and delegations.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

async function makeWorld(name: string) {
  const world = await scene(app, name)
  const letGo = (userId: string, successorId: string | null = null) =>
    world.ask(`/api/people/${userId}/departure`, 'POST', { seats: [], successorId })
  const [vera, hugo] = [await world.person('vera'), await world.person('hugo')]
  return { ...world, letGo, vera, hugo }
}

it('whoever the rules name is followed by a successor in a new version and in the draft', async () => {
  const world = await makeWorld('reglas')
  const { vera, hugo, ask } = world
  await world.publish(rule([stage({ approvers: users(vera.id) })], {}, 'Dirección'))
  await ask('/api/flows/draft', 'PUT', {
    revision: null,
    rules: [rule([stage({ approvers: users(vera.id, hugo.id) })], {}, 'Otra')],
  })
  expect((await ask(`/api/people/${vera.id}/departure`)).body).toMatchObject({
    rules: ['Dirección'],
    isInDraft: true,
    budget: 'none',
    delegations: 0,
  })
  expect((await world.letGo(vera.id)).body).toMatchObject({
    type: '/problems/successor_required',
    facts: { rules: 'Dirección' },
  })
  expect((await world.letGo(vera.id, vera.id)).body.type).toBe('/problems/person_not_eligible')
  expect((await world.letGo(vera.id, world.cast.companyId)).status).toBe(404)
  expect((await world.letGo(vera.id, hugo.id)).status).toBe(200)
  const { body: flows } = await ask('/api/flows')
  expect(JSON.stringify([flows.published, flows.draft])).not.toContain(vera.id)
  expect((await app.journal(world.cast.companyId, '2')).map(event => event.action)).toEqual([
    'flow.published',
  ])
  const id = await world.orders.submit()
  expect(await world.inbox(hugo.token)).toEqual([id])
})

it('a quorum that could never be reached again is refused, and nothing has happened', async () => {
  const world = await makeWorld('quorum')
  const { vera, hugo } = world
  await world.publish(
    rule([stage({ mode: 'quorum', quorum: 2, approvers: users(vera.id, hugo.id) })], {}, 'Dos'),
  )
  expect((await world.letGo(vera.id, hugo.id)).body.type).toBe('/problems/quorum_too_large')
  expect((await world.ask(`/api/people/${vera.id}/departure`)).body.rules).toEqual(['Dos'])
})

it('the only budget owner names who follows; one of several may go without', async () => {
  const world = await makeWorld('saldo')
  const { vera, hugo, ask } = world
  const owners = async () =>
    (await ask('/api/company/budget-owners')).body.items.map((item: { userId: string }) => item.userId)
  await ask('/api/company/budget-owners', 'PUT', { userIds: [vera.id] })
  expect((await world.letGo(vera.id)).body.type).toBe('/problems/successor_required')
  expect((await world.letGo(vera.id, hugo.id)).status).toBe(200)
  expect(await owners()).toEqual([hugo.id])
  const eva = await world.person('eva')
  await ask('/api/company/budget-owners', 'PUT', { userIds: [hugo.id, eva.id] })
  expect((await world.letGo(hugo.id)).status).toBe(200)
  expect(await owners()).toEqual([eva.id])
})

it('nobody stands in for who has left, nor they for anybody', async () => {
  const world = await makeWorld('fuera')
  const { vera, hugo, ask } = world
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  const days = { startsOn: today, endsOn: today }
  await ask('/api/delegations', 'POST', { ...days, fromId: vera.id, toId: hugo.id })
  await ask('/api/delegations', 'POST', { ...days, fromId: world.cast.approverIds[0], toId: vera.id })
  expect((await ask(`/api/people/${vera.id}/departure`)).body.delegations).toBe(2)
  expect((await world.letGo(vera.id)).status).toBe(200)
  const { body } = await ask('/api/delegations')
  expect(body.items.map((item: { state: string }) => item.state)).toEqual(['over', 'over'])
})
