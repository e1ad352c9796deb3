import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { euros, rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('a published flow', () => {
  test('puts its people in the orders that meet it, turn after turn, and says why to each', async () => {
    const { cast, orders, person, publish, inbox } = await scene(app, 'turnos')
    const [dora, raul] = [await person('dora'), await person('raul')]
    const stages = [
      stage({ turn: 5, approvers: users(dora.id) }),
      stage({ name: 'Proyecto', mode: 'all', approvers: { kind: 'project_approvers' } }),
      stage({ name: 'Compras', approvers: users(raul.id) }),
    ]
    expect((await publish(rule(stages, { from: euros('1000000') }))).body).toEqual({ version: 1 })
    const small = await orders.submit({ amountMinor: '999999' })
    const big = await orders.submit({ amountMinor: '1000000' })
    expect((await orders.card(small)).stages).toMatchObject([{ origin: 'general', seats: [{}, {}] }])
    const card = await orders.card(big)
    expect(card.stages).toMatchObject([
      { name: 'Proyecto', turn: 1, mode: 'all', needed: 2 },
      { name: 'Compras', turn: 1, mode: 'any', needed: 1 },
      { name: 'Dirección', turn: 2, basis: 'Regla «Pagos grandes» (flujo 1): monto desde 10.000\u00a0€' },
    ])
    expect(await inbox(dora.token)).toEqual([])
    expect(statusAndType(await orders.decide(big, dora.token))).toEqual([409, '/problems/not_your_turn'])
    for (const approver of [raul.token, ...cast.approvers])
      expect((await orders.decide(big, approver)).status).toBe(200)
    expect(await inbox(dora.token)).toEqual([big])
    expect((await orders.decide(big, dora.token)).body).toMatchObject({ state: 'approved' })
  })

  test('shows an order to whoever it puts there, and no other order or project', async () => {
    const { cast, orders, person, ask, publish } = await scene(app, 'ajena')
    const dora = await person('dora')
    const other = await orders.submit()
    await publish(rule([stage({ approvers: users(dora.id) })]))
    const hers = await orders.submit()
    const list = await ask('/api/documents', 'GET', undefined, dora.token)
    expect(list.body.items.map((item: { id: string }) => item.id)).toEqual([hers])
    const counts = await ask('/api/documents/counts', 'GET', undefined, dora.token)
    const { amount } = await orders.card(hers, dora.token)
    const totals = [{ status: 'pending', amount, remaining: null, executed: null }]
    expect(counts.body).toEqual({ pending: 1, approved: 0, paid: 0, rejected: 0, hasMore: false, totals })
    expect((await orders.card(hers, dora.token)).mySeatId).toBeTypeOf('string')
    const at = (id: string) => `/api/projects/${cast.projectId}/documents/${id}`
    expect((await ask(at(other), 'GET', undefined, dora.token)).status).toBe(404)
    expect((await ask(`/api/projects/${cast.projectId}`, 'GET', undefined, dora.token)).status).toBe(404)
    expect((await orders.decide(other, dora.token)).status).toBe(404)
    expect((await orders.decide(hers, dora.token)).status).toBe(200)
    expect((await orders.card(hers, dora.token)).state).toBe('approved')
  })

  test('does not seat people of another client in a client’s orders: what all must approve is blocked', async () => {
    const { cast, orders, person, make, publish } = await sceneWithOtherClient('vecinos')
    const stranger = await person('vecina', 'client_user', make.clientId)
    await publish(rule([stage({ mode: 'all', approvers: users(stranger.id) })]))
    const id = await orders.submit()
    expect(await orders.card(id)).toMatchObject({ state: 'blocked', blockCause: 'no_approver', stages: [] })
    expect(cast.clientId).not.toBe(make.clientId)
  })

  test('holds for orders on their way whatever is published later, and for new ones as it says', async () => {
    const { cast, orders, person, publish } = await scene(app, 'fijado')
    const [dora, raul] = [await person('dora'), await person('raul')]
    await publish(rule([stage({ approvers: users(dora.id) })]))
    const before = await orders.submit()
    expect((await publish(rule([stage({ name: 'Otra', approvers: users(raul.id) })]))).body).toEqual({
      version: 2,
    })
    expect((await orders.card(before)).stages).toMatchObject([{ name: 'Dirección' }])
    expect((await orders.decide(before, raul.token)).status).toBe(404)
    expect((await orders.decide(before, dora.token)).body).toMatchObject({ state: 'approved' })
    expect((await orders.card(await orders.submit())).stages).toMatchObject([{ name: 'Otra' }])
    // Not even the program can change what was published.
    const tampering = [sql`update flow set note = 'otra'`, sql`delete from flow`]
    for (const statement of tampering)
      await expect(asSystem(app.db, cast.companyId, tx => tx.run(statement))).rejects.toThrow(
        /permission denied/,
      )
  })

  test('begins the approval of orders that nobody could approve before', async () => {
    const { orders, person, publish } = await scene(app, 'atascado', { approvers: 0 })
    const id = await orders.submit()
    expect(await orders.card(id)).toMatchObject({ state: 'blocked', blockCause: 'no_approver' })
    const dora = await person('dora')
    await publish(rule([stage({ approvers: users(dora.id) })]))
    expect(await orders.card(id)).toMatchObject({ state: 'in_approval', approvals: { total: 1, pending: 1 } })
    expect((await orders.decide(id, dora.token)).body).toMatchObject({ state: 'approved' })
  })

  test('of a quorum is satisfied by as many as it says, rejected when they can no longer be reached', async () => {
    const { orders, person, publish } = await scene(app, 'quorum')
    const three = [await person('uno'), await person('dos'), await person('tres')]
    const quorum = { mode: 'quorum', quorum: 2, approvers: users(...three.map(each => each.id)) }
    await publish(rule([stage(quorum)]))
    const [yes, no] = [await orders.submit(), await orders.submit()]
    const [a, b, c] = three.map(each => each.token)
    await orders.decide(yes, a)
    await orders.decide(yes, b, 'reject')
    expect((await orders.decide(yes, c)).body).toMatchObject({ state: 'approved' })
    await orders.decide(no, a, 'reject')
    expect((await orders.decide(no, b, 'reject')).body).toMatchObject({ state: 'rejected' })
    expect(statusAndType(await orders.decide(no, c))).toEqual([409, '/problems/already_decided'])
  })

  test('that sums what was asked in thirty days is not dodged by splitting, not even at once', {
    timeout: 60_000,
  }, async () => {
    const { orders, person, publish } = await scene(app, 'troceado')
    const dora = await person('dora')
    await publish(rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('1000000') }))
    const ten = await Promise.all(Array.from({ length: 10 }, () => orders.submit({ amountMinor: '150000' })))
    const origins = await Promise.all(ten.map(async id => (await orders.card(id)).stages[0].origin))
    // Six of them reach 9.000 €; whichever comes seventh, and all after it, pass the threshold.
    expect(origins.toSorted()).toEqual([...Array(6).fill('general'), ...Array(4).fill('rule')])
  })
})

/** The same with a second client in the company. */
async function sceneWithOtherClient(name: string) {
  const first = await scene(app, name)
  const clientId = await first.cast.make('/api/clients', {
    name: `Vecino ${name}`,
    email: `vecino.${name}@pruebas.example`,
  })
  return { ...first, make: { clientId } }
}

describe('before it is sent', () => {
  test('an order’s route is shown exactly as sending it would make it', async () => {
    const { cast, orders, person, ask, publish } = await scene(app, 'previa')
    const dora = await person('dora')
    await publish(
      rule(
        [
          stage({ mode: 'all', approvers: { kind: 'project_approvers' } }),
          stage({ turn: 2, approvers: users(dora.id) }),
        ],
        { from: euros('500000') },
      ),
    )
    for (const amountMinor of ['499999', '500000']) {
      const query = `type=gasto&providerId=${cast.providerId}&amountMinor=${amountMinor}`
      const shown = (
        await ask(`/api/projects/${cast.projectId}/route?${query}`, 'GET', undefined, cast.client)
      ).body
      const made = (await orders.card(await orders.submit({ amountMinor }))).stages
      const said = (stages: { turn: number; name: string; basis: string; needed: number }[]) =>
        stages.map(({ turn, name, basis, needed }) => ({ turn, name, basis, needed }))
      expect(said(shown.stages)).toEqual(said(made))
      const names = shown.stages.map((each: { people: { name: string }[] }) =>
        each.people.map(one => one.name),
      )
      expect(names).toEqual(
        made.map((each: { seats: { approverName: string }[] }) => each.seats.map(seat => seat.approverName)),
      )
    }
  })

  test('it is shown to nobody who could not send it', async () => {
    const { cast, ask } = await scene(app, 'oculta')
    const email = 'proveedora.oculta@pruebas.example'
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    const provider = await app.signIn(email)
    const path = `/api/projects/${cast.projectId}/route`
    for (const as of [provider, cast.approvers[0], cast.executor])
      expect((await ask(path, 'GET', undefined, as)).status).toBe(404)
    expect((await ask(`${path}?contractId=CTR-999`)).status).toBe(404)
  })
})
