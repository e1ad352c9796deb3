// Nobody obtains power over open orders by their own action: another administrator must grant it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import type { TestApp } from '#tests/support/app.ts'
import { refused } from '#tests/support/batches.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const today = dayFromInstant(clock.now(), 'Europe/Madrid')

/** Two administrators, of whom the first tries; an order that waits for both approvers. */
async function twoAdmins(name: string, options: Parameters<typeof scene>[2] = {}) {
  const world = await scene(app, name, options)
  const { cast } = world
  const email = cast.address('jefa')
  const id = await app.person(cast.companyId, 'admin', email, { name: 'Jefa' })
  const other = cast.admin
  return { ...world, me: { id, token: await app.signIn(email) }, other }
}

test('an administrator takes no open seat, and is not offered one; another gives it to them', async () => {
  const { cast, orders, me, other } = await twoAdmins('asiento')
  const id = await orders.submit()
  const [seat] = (await orders.card(id)).stages[0].seats
  const path = `/api/documents/${id}/approvals/${seat.id}`
  const body = { revision: 1, userId: me.id, reason: 'Está de baja' }
  const offered = async (as: string) => (await app.ask(`${path}/candidates`, { as })).body
  expect(refused(await orders.post(`${path}/reassignment`, me.token, body))).toBe('own_hand')
  const mine = await offered(me.token)
  expect(mine.isYours).toBe(true)
  expect(mine.items.map((one: { userId: string }) => one.userId)).not.toContain(me.id)
  expect((await offered(other)).items.map((one: { userId: string }) => one.userId)).toContain(me.id)
  expect((await orders.post(`${path}/reassignment`, other, body)).status).toBe(200)
  await orders.decide(id, cast.approvers[1])
  expect((await orders.decide(id, me.token)).body.state).toBe('approved')
})

test('an administrator does not become anybody’s substitute; another names them', async () => {
  const { cast, orders, me, other } = await twoAdmins('sustituye')
  const body = { fromId: cast.approverIds[0], toId: me.id, startsOn: today, endsOn: today }
  expect(refused(await orders.post('/api/delegations', me.token, body))).toBe('own_hand')
  const { candidates } = (await app.ask('/api/delegations', { as: me.token })).body
  expect(candidates.filter((one: { isYou: boolean }) => one.isYou)).toMatchObject([{ userId: me.id }])
  const own = await orders.post('/api/delegations', me.token, {
    ...body,
    fromId: null,
    toId: cast.approverIds[1],
  })
  expect(own.status).toBe(200)
  expect(refused(await orders.post('/api/delegations', other, body))).toBeUndefined()
})

test('whoever lets somebody go takes nothing of what they leave', async () => {
  const { cast, orders, me, other, ask } = await twoAdmins('relevo')
  const [leaver = ''] = cast.approverIds
  await orders.submit()
  const path = `/api/people/${leaver}/departure`
  const left = (await ask(path, 'GET', undefined, me.token)).body
  expect(left.candidates.map((one: { userId: string }) => one.userId)).not.toContain(me.id)
  const seats = left.seats.map(({ seatId }: { seatId: string }) => ({
    seatId,
    substituteId: me.id,
  }))
  const asked = [
    { seats },
    { seats: [], appointments: [{ projectId: cast.projectId, task: 'approve', substituteId: me.id }] },
    { seats: [], successorId: me.id },
  ]
  for (const body of asked) expect(refused(await orders.post(path, me.token, body))).toBe('own_hand')
  expect((await orders.post(path, other, { seats })).status).toBe(200)
})

test('a successor of elsewhere does not exist, also when nothing needs one', async () => {
  const { cast, orders } = await scene(app, 'sucede')
  const abroad = await scene(app, 'fuera')
  const nobody = await app.person(cast.companyId, 'approver', cast.address('libre'))
  const letGo = (successorId: string) =>
    orders.post(`/api/people/${nobody}/departure`, cast.admin, { seats: [], successorId })
  const ghost = '01900000-0000-7000-8000-000000000000'
  const [absent, foreign] = [await letGo(ghost), await letGo(abroad.cast.executorId)]
  expect([absent.status, foreign.status]).toEqual([404, 404])
  expect(foreign.body).toEqual({ ...absent.body, requestId: foreign.body.requestId })
  expect(refused(await letGo(cast.clientId))).toBeUndefined()
})

test('an administrator approves what is sent after they appointed themselves, and nothing that waited', async () => {
  const { cast, orders, me, other, ask } = await twoAdmins('propio')
  const projectId = await cast.make('/api/projects', {
    name: 'Sin nadie',
    clientId: cast.clientId,
    totalMinor: '1000',
    contractIds: [cast.payable],
    approverIds: [],
    executorIds: [],
  })
  const stateOf = async (id: string) =>
    (await ask(`/api/projects/${projectId}/documents/${id}`, 'GET', undefined, other)).body.state
  const appoint = (as: string, approverIds: string[]) =>
    ask(`/api/projects/${projectId}/people`, 'PUT', { approverIds, executorIds: [] }, as)
  const waiting = await orders.submit({ projectId })
  expect(await stateOf(waiting)).toBe('blocked')
  expect((await appoint(me.token, [me.id])).status).toBe(200)
  expect(await stateOf(waiting)).toBe('blocked')
  // Nor by doing something else afterwards.
  await ask(
    `/api/projects/${projectId}/permissions/${cast.executorId}`,
    'PUT',
    { permissions: ['view'] },
    me.token,
  )
  expect(await stateOf(waiting)).toBe('blocked')
  const later = await orders.submit({ projectId })
  expect(await stateOf(later)).toBe('in_approval')
  expect((await orders.decide(later, me.token)).body.state).toBe('approved')
  // Another administrator may let the order that waited go to them.
  await ask(`/api/projects/${projectId}/permissions/${cast.executorId}`, 'PUT', { permissions: [] }, other)
  expect(await stateOf(waiting)).toBe('in_approval')
})

test('nor by publishing a flow that names them, nor by a list that reaches every project', async () => {
  const { cast, orders, me, ask } = await twoAdmins('flujo')
  const projectId = await cast.make('/api/projects', {
    name: 'Sin nadie',
    clientId: cast.clientId,
    totalMinor: '1000',
    contractIds: [cast.payable],
    approverIds: [],
    executorIds: [],
  })
  const waiting = await orders.submit({ projectId })
  const everywhere = await ask(
    `/api/people/${me.id}/permissions`,
    'PUT',
    { permissions: ['approve'] },
    me.token,
  )
  expect(refused(everywhere)).toBe('own_hand')
  const rules = [rule([stage({ approvers: users(me.id) })])]
  const saved = await ask('/api/flows/draft', 'PUT', { revision: null, rules }, me.token)
  const { revision } = saved.body
  const published = await ask('/api/flows/publications', 'POST', { revision, note: 'Por norma' }, me.token)
  expect(published.status).toBe(200)
  const { body } = await ask(`/api/projects/${projectId}/documents/${waiting}`)
  expect(body.state).toBe('blocked')
})

test('nor lets an open order exceed its contract by naming themselves its budget owner', async () => {
  const world = await twoAdmins('duena', {
    total: '50000',
    overrunPolicy: 'requiere_aprobacion',
    approvers: 1,
  })
  const { cast, orders, me, other, ask, person } = world
  const olga = await person('olga')
  const owners = (userIds: string[], as: string) => ask('/api/company/budget-owners', 'PUT', { userIds }, as)
  await owners([olga.id], other)
  const waiting = [
    await orders.submit({ amountMinor: '20000' }),
    await orders.submit({ amountMinor: '20000' }),
  ]
  const { revision } = (await ask(`/api/contracts/${cast.payable}/dossier`)).body
  const amended = { revision, totalMinor: '10000', reason: 'Se recorta' }
  expect((await ask(`/api/contracts/${cast.payable}/amendments`, 'POST', amended)).status).toBe(200)
  const askedFor = async (id: string) => {
    await orders.decide(id, cast.approvers[0])
    return (await orders.card(id)).stages[1]?.seats.map((seat: { approverId: string }) => seat.approverId)
  }
  expect((await owners([olga.id, me.id], me.token)).status).toBe(200)
  expect(await askedFor(waiting[0] ?? '')).toEqual([olga.id])
  // Named by another administrator they may.
  await owners([olga.id], other)
  await owners([olga.id, me.id], other)
  expect((await askedFor(waiting[1] ?? '')).toSorted()).toEqual([olga.id, me.id].toSorted())
})
