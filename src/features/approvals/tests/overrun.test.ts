import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { scene, statusAndType } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('under `requiere_aprobacion`', () => {
  const name = (ask: Awaited<ReturnType<typeof scene>>['ask'], ...userIds: string[]) =>
    ask('/api/company/budget-owners', 'PUT', { userIds })

  test('what exceeds its contract waits, after everybody else, for a budget owner', async () => {
    const { cast, orders, person, ask, inbox } = await scene(app, 'exceso', {
      total: '100000',
      overrunPolicy: 'requiere_aprobacion',
      approvers: 1,
    })
    const olga = await person('olga')
    expect((await name(ask, olga.id)).status).toBe(200)
    const fits = await orders.submit({ amountMinor: '100000' })
    const over = await orders.submit({ amountMinor: '1' })
    expect((await orders.card(fits)).stages).toHaveLength(1)
    expect((await orders.card(over)).stages).toMatchObject([
      { origin: 'general', turn: 1 },
      { origin: 'overrun', turn: 2, name: 'Exceso de presupuesto' },
    ])
    for (const id of [fits, over]) await orders.decide(id, cast.approvers[0])
    expect(await inbox(olga.token)).toEqual([over])
    expect((await orders.decide(over, olga.token)).body).toMatchObject({ state: 'approved' })
    expect(await orders.balance()).toEqual([100000, 0, 100001, 0])
  })

  test('without a budget owner it is blocked, and goes on when one is named', async () => {
    const { orders, person, ask, cast } = await scene(app, 'sinresponsable', {
      total: '100',
      overrunPolicy: 'requiere_aprobacion',
    })
    const id = await orders.submit()
    expect(await orders.card(id)).toMatchObject({ state: 'blocked', blockCause: 'budget' })
    const olga = await person('olga')
    expect(statusAndType(await name(ask, cast.clientId))).toEqual([409, '/problems/person_not_eligible'])
    expect((await name(ask, olga.id)).body.items).toMatchObject([{ userId: olga.id }])
    expect(await orders.card(id)).toMatchObject({ state: 'in_approval', approvals: { total: 3 } })
  })

  test('nothing is spent past a total that was amended meanwhile without an owner’s leave, however many decide at once', {
    timeout: 60_000,
  }, async () => {
    const { cast, orders, person, ask } = await scene(app, 'tarde', {
      total: '50000',
      overrunPolicy: 'requiere_aprobacion',
      approvers: 1,
    })
    const olga = await person('olga')
    await name(ask, olga.id)
    const ids = await Promise.all(Array.from({ length: 5 }, () => orders.submit({ amountMinor: '10000' })))
    const path = `/api/contracts/${cast.payable}`
    const { revision } = (await ask(`${path}/dossier`)).body
    const amended = { revision, totalMinor: '30000', reason: 'Se recorta' }
    expect((await ask(`${path}/amendments`, 'POST', amended)).status).toBe(200)
    const states = await Promise.all(
      ids.map(async id => (await orders.decide(id, cast.approvers[0])).body.state),
    )
    expect(states.toSorted()).toEqual(['approved', 'approved', 'approved', 'in_approval', 'in_approval'])
    expect(await orders.balance()).toEqual([30000, 20000, 30000, 0])
    const waiting = ids.filter((_, index) => states[index] === 'in_approval')
    expect(await orders.card(waiting[0] ?? '')).toMatchObject({
      stages: [{ outcome: 'approved' }, { origin: 'overrun', turn: 2, outcome: 'pending' }],
    })
    expect((await orders.decide(waiting[0] ?? '', olga.token)).body).toMatchObject({ state: 'approved' })
  })
})
