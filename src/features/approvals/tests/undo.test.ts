import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('an approval taken back', () => {
  test('asks its person again, and whoever it had made unnecessary', async () => {
    const { cast, orders, person, publish, inbox } = await scene(app, 'deshacer')
    const [dora, raul] = [await person('dora'), await person('raul')]
    await publish(
      rule([
        stage({ approvers: users(dora.id, raul.id) }),
        stage({ name: 'Proyecto', mode: 'all', approvers: { kind: 'project_approvers' } }),
      ]),
    )
    const id = await orders.submit()
    const undo = (as: string | undefined, revision = 1) =>
      orders.post(`/api/documents/${id}/undoing`, as, { revision })
    expect((await orders.decide(id, dora.token)).body.canUndo).toBe(true)
    expect(await inbox(raul.token)).toEqual([])
    expect((await orders.card(id, dora.token)).can.undo).toBe(true)
    expect(statusAndType(await undo(raul.token))).toEqual([409, '/problems/nothing_to_undo'])
    expect(statusAndType(await undo(dora.token, 2))).toEqual([409, '/problems/stale_revision'])
    // Whoever sees the order is told why, and not that there is none.
    expect(statusAndType(await undo(cast.admin))).toEqual([409, '/problems/nothing_to_undo'])
    const tries = await Promise.all([undo(dora.token), undo(dora.token)])
    expect(tries.map(answer => answer.status).toSorted()).toEqual([200, 409])
    expect([await inbox(dora.token), await inbox(raul.token)]).toEqual([[id], [id]])
    await orders.decide(id, raul.token)
    const [first, last] = cast.approvers
    expect((await orders.decide(id, first)).body.canUndo).toBe(true)
    expect((await orders.decide(id, last)).body.canUndo).toBe(true)
    expect((await orders.card(id)).state).toBe('approved')
    expect(statusAndType(await undo(raul.token))).toEqual([409, '/problems/not_in_approval'])
  })

  test('is refused once the next turn is open', async () => {
    const { orders, person, publish } = await scene(app, 'tarde2')
    const [dora, raul] = [await person('dora'), await person('raul')]
    await publish(rule([stage({ approvers: users(dora.id) }), stage({ turn: 2, approvers: users(raul.id) })]))
    const id = await orders.submit()
    expect((await orders.decide(id, dora.token)).body.canUndo).toBe(false)
    const answer = await orders.post(`/api/documents/${id}/undoing`, dora.token, { revision: 1 })
    expect(statusAndType(answer)).toEqual([409, '/problems/next_stage_open'])
  })
})
