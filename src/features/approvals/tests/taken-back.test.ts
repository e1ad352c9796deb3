// The last approval, taken back: within the company's minutes, by who gave it, while nothing was done with the order.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertFile } from '#features/files/store.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, shareProject, startProduct } from '#tests/support/cast.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let last: string | undefined

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  last = cast.approvers[1]
  await payFrom(app, cast)
  await set({ undoMinutes: 15 })
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

type Notice = { readonly topic: string; readonly documentId?: string }

const set = (body: object, as = cast.admin) => app.ask('/api/company/settings', { method: 'PATCH', as, body })
const takeBack = (id: string, as = last, revision = 1, key?: string) =>
  orders.post(`/api/documents/${id}/undoing`, as, { revision }, key)

describe('the last approval taken back', () => {
  test('opens the order again, moves the budget back, and is written down; then it is approved anew', async () => {
    const [, requested = 0, committed = 0] = await orders.balance()
    const id = await orders.approved()
    const card = await orders.card(id, last)
    expect(card.can.undo).toBe(true)
    expect(Date.parse(card.undoUntil)).toBeGreaterThan(clock.now().getTime())
    expect(await takeBack(id)).toMatchObject({
      status: 200,
      body: { state: 'in_approval', approvals: { approved: 1, pending: 1, total: 2 }, canUndo: false },
    })
    expect((await orders.balance()).slice(1, 3)).toEqual([requested + 10_000, committed])
    expect(await orders.card(id, last)).toMatchObject({
      state: 'in_approval',
      undoUntil: null,
      can: { approve: true },
    })
    const { items } = (await app.ask('/api/executions/pending', { as: cast.executor })).body
    expect(JSON.stringify(items)).not.toContain(`"${id}"`)
    expect(statusAndType(await orders.confirm(id, cast.executor))).toEqual([409, '/problems/not_approved'])
    expect((await app.journal(cast.companyId, id)).at(-1)?.action).toBe('approval.taken_back')
    expect((await orders.decide(id, last)).body).toMatchObject({ state: 'approved', canUndo: true })
    expect((await orders.balance()).slice(1, 3)).toEqual([requested, committed + 10_000])
    expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  })

  test('is told in the order’s timeline, and to who was told of the approval', async () => {
    const id = await orders.approved()
    await takeBack(id)
    const { items } = (await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })).body
    expect(items.at(-1)).toMatchObject({ action: 'approval.taken_back', actorName: 'Aprobador 1 Pérez' })
    await deliverAll(app.db)
    for (const as of [cast.client, cast.executor]) {
      const notices: Notice[] = (await app.ask('/api/notices', { as })).body.items
      const topics = notices.filter(({ documentId }) => documentId === id).map(({ topic }) => topic)
      expect(topics).toEqual(['document.reopened', 'document.approved'])
    }
  })

  test('belongs to who gave it: others are refused, another company finds nothing', async () => {
    const id = await orders.approved()
    expect(
      (await app.ask(`/api/documents/${id}/undoing`, { method: 'POST', body: { revision: 1 } })).status,
    ).toBe(401)
    expect(statusAndType(await takeBack(id, cast.approvers[0]))).toEqual([409, '/problems/not_in_approval'])
    for (const as of [cast.admin, cast.client, cast.executor])
      expect(statusAndType(await takeBack(id, as))).toEqual([409, '/problems/nothing_to_undo'])
    const other = await makeCast(app, 'ajena')
    for (const as of [other.admin, other.approvers[1]]) expect((await takeBack(id, as)).status).toBe(404)
    expect(statusAndType(await takeBack(id, last, 2))).toEqual([409, '/problems/stale_revision'])
    expect((await orders.card(id)).state).toBe('approved')
  })

  test('sent twice with one key, at once or later, happens once', async () => {
    const id = await orders.approved()
    const key = newId()
    await Promise.all([takeBack(id, last, 1, key), takeBack(id, last, 1, key)])
    expect((await takeBack(id, last, 1, key)).status).toBe(200)
    const actions = (await app.journal(cast.companyId, id)).map(({ action }) => action)
    expect(actions.filter(action => action === 'approval.taken_back')).toHaveLength(1)
    expect(statusAndType(await takeBack(id))).toEqual([409, '/problems/nothing_to_undo'])
  })

  test('is possible for the company’s minutes, from 0 to 15, and no longer', async () => {
    const id = await orders.approved()
    const now = clock.now().getTime()
    const mocked = vi.spyOn(clock, 'now').mockReturnValue(new Date(now + 15 * 60_000))
    expect((await takeBack(id)).body).toMatchObject({
      type: '/problems/undo_time_over',
      facts: { minutes: 15 },
    })
    expect((await orders.card(id, last)).can.undo).toMatchObject({ refused: 'undo_time_over' })
    mocked.mockReturnValue(new Date(now + 14 * 60_000))
    expect((await takeBack(id)).status).toBe(200)
    vi.restoreAllMocks()
    await set({ undoMinutes: 0 })
    const final = await orders.approved()
    expect(statusAndType(await takeBack(final))).toEqual([409, '/problems/undo_time_over'])
    expect((await orders.card(final, last)).undoUntil).toBe(null)
    expect((await orders.decide(await halfApproved(), last)).body.canUndo).toBe(false)
    for (const undoMinutes of [-1, 16, 1.5, '2', null]) expect((await set({ undoMinutes })).status).toBe(422)
    expect((await set({ undoMinutes: 1 }, cast.client)).status).toBe(403)
    await set({ undoMinutes: 15 })
    const changed = (await app.journal(cast.companyId, cast.companyId)).at(-1)
    expect(changed).toMatchObject({ action: 'company.settings_changed', after: { undoMinutes: 15 } })
  })

  test('is over once the order was executed, refused its execution, batched, delivered or cancelled', async () => {
    const acts: [string, (id: string) => Promise<unknown>, string][] = [
      ['confirmed', id => orders.confirm(id, cast.executor), 'not_in_approval'],
      ['refused and retried', refusedAndRetried, 'acted_on'],
      ['batched and free again', batchedAndFree, 'acted_on'],
      ['batched', batched, 'acted_on'],
      ['delivered', delivered, 'acted_on'],
      ['cancelled', cancelled, 'not_in_approval'],
    ]
    for (const [name, act, refused] of acts) {
      const id = await orders.approved()
      await act(id)
      expect([name, ...statusAndType(await takeBack(id))]).toEqual([name, 409, `/problems/${refused}`])
    }
  })

  test('opens every seat of its stage that it had closed, and the flow goes on from there', async () => {
    const { orders: own, person, publish, inbox } = await scene(app, 'quorum')
    const [dora, raul, eva] = [await person('dora'), await person('raul'), await person('eva')]
    await publish(
      rule([
        stage({ approvers: users(eva.id) }),
        stage({ turn: 2, name: 'Final', approvers: users(dora.id, raul.id) }),
      ]),
    )
    const id = await own.submit()
    await own.decide(id, eva.token)
    expect((await own.decide(id, dora.token)).body).toMatchObject({ state: 'approved', canUndo: true })
    expect(await inbox(raul.token)).toEqual([])
    const undo = (as: string | undefined) => own.post(`/api/documents/${id}/undoing`, as, { revision: 1 })
    expect(statusAndType(await undo(eva.token))).toEqual([409, '/problems/not_in_approval'])
    expect((await undo(dora.token)).status).toBe(200)
    expect([await inbox(dora.token), await inbox(raul.token)]).toEqual([[id], [id]])
    expect(statusAndType(await undo(eva.token))).toEqual([409, '/problems/next_stage_open'])
    expect((await own.decide(id, raul.token, 'reject')).body.state).toBe('in_approval')
    expect((await own.decide(id, dora.token)).body.state).toBe('approved')
  })

  test('of a substitute is taken back by the substitute, not by the principal', async () => {
    const own = await makeCast(app, 'relevo')
    const moves = ordersOf(app, own)
    const substituteId = await app.person(own.companyId, 'approver', own.address('suple'), { name: 'Suple' })
    const substitute = await app.signIn(own.address('suple'))
    const [, giverId = ''] = own.approverIds
    await shareProject(own, [giverId, substituteId])
    const today = dayFromToday()
    const made = await app.ask('/api/delegations', {
      method: 'POST',
      as: own.approvers[1],
      body: { toId: substituteId, startsOn: today, endsOn: today },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const id = await moves.submit()
    await moves.decide(id, own.approvers[0])
    expect((await moves.decide(id, substitute)).body.state).toBe('approved')
    const undo = (as: string | undefined) => moves.post(`/api/documents/${id}/undoing`, as, { revision: 1 })
    expect(statusAndType(await undo(own.approvers[1]))).toEqual([409, '/problems/not_in_approval'])
    expect((await undo(substitute)).status).toBe(200)
  })

  test('waits for nobody on a contract that has ended: the order stays approved', async () => {
    const own = await makeCast(app, 'acabado')
    const moves = ordersOf(app, own)
    const id = await moves.approved()
    const { body } = await app.ask(`/api/contracts/${own.payable}/dossier`, { as: own.admin })
    const ended = await app.ask(`/api/contracts/${own.payable}`, {
      method: 'PUT',
      as: own.admin,
      body: {
        description: 'Se paga',
        overrunPolicy: null,
        revision: body.revision,
        startsOn: '2020-01-01',
        endsOn: dayFromToday(-2),
      },
    })
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    const undone = await moves.post(`/api/documents/${id}/undoing`, own.approvers[1], { revision: 1 })
    expect(statusAndType(undone)).toEqual([409, '/problems/contract_out_of_dates'])
    expect((await moves.card(id)).state).toBe('approved')
  })
})

async function halfApproved(): Promise<string> {
  const id = await orders.submit()
  await orders.decide(id, cast.approvers[0])
  return id
}

async function done(answer: Promise<{ status: number; body: { id?: string } }>): Promise<string> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body.id)
}

async function refusedAndRetried(id: string): Promise<void> {
  const path = `/api/documents/${id}/execution`
  await done(orders.post(`${path}/rejection`, cast.executor, { revision: 1, reason: 'Cuenta cerrada' }))
  await done(orders.post(`${path}/retry`, cast.executor, { revision: 1 }))
}

const batched = (id: string): Promise<string> =>
  done(orders.post('/api/payment-batches', cast.executor, { documentIds: [id], payOn: nextPayDay() }))

async function batchedAndFree(id: string): Promise<void> {
  const batch = await batched(id)
  await done(orders.post(`/api/payment-batches/${batch}/cancellation`, cast.executor, { reason: 'Error' }))
}

async function delivered(id: string): Promise<void> {
  const email = cast.address('proveedor')
  const userId = await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
  const fileId = await asSystem(app.db, cast.companyId, async tx => {
    const file = { id: newId(), name: 'factura.pdf', mediaType: 'application/pdf', size: 900 }
    await insertFile(tx, { ...file, sha256: 'ef'.repeat(32), uploadedBy: userId })
    return file.id
  })
  const body = { fileIds: [fileId], note: null }
  expect((await orders.post(`/api/documents/${id}/deliveries`, await app.signIn(email), body)).status).toBe(
    200,
  )
}

const cancelled = (id: string): Promise<string> =>
  done(orders.post(`/api/documents/${id}/cancellation`, cast.admin, { revision: 1, reason: 'Error' }))
