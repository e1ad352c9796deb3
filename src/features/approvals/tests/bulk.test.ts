import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { freshAmount, outcomes, reasons, seen, startBulk, type Told } from '#tests/support/bulk-orders.ts'
import { type CastOptions, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { waitingForLock } from '#tests/support/locks.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const desk = (name: string, options?: CastOptions) => startBulk(app, name, options)

describe('orders approved together', () => {
  test('go through the engine one by one: the last approver’s are approved, each with its event', async () => {
    const { cast, orders, fresh, approve } = await desk('juntos')
    const ids = [await fresh(), await fresh(), await fresh()]
    expect(outcomes(await approve(ids))).toEqual(['approved', 'approved', 'approved'])
    const told = await approve(ids, cast.approvers[1])
    expect(told.map(({ state }) => state)).toEqual(['approved', 'approved', 'approved'])
    for (const id of ids) {
      expect((await orders.card(id)).state).toBe('approved')
      const actions = (await app.journal(cast.companyId, id)).map(event => event.action)
      expect(actions).toEqual(['document.submitted', 'approval.decided', 'approval.decided'])
    }
  })

  test('one key sent again, at once or later, gives the same answers and decides nothing more', async () => {
    const { cast, fresh, send } = await desk('claves')
    const ids = [await fresh(), await fresh()]
    const items = ids.map(id => seen(id))
    const key = newId()
    const both = await Promise.all([send(items, undefined, key), send(items, undefined, key)])
    both.push(await send(items, undefined, key))
    for (const { status, body } of both)
      expect([status, outcomes(body.items)]).toEqual([200, ['approved', 'approved']])
    for (const id of ids) expect(await app.journal(cast.companyId, id)).toHaveLength(2)
    const other = await send(items.slice(0, 1), undefined, key)
    expect([other.status, other.body.type]).toEqual([422, '/problems/idempotency_key_reused'])
  })

  test('what is refused says why in Spanish, and stands in the way of no other', async () => {
    const { cast, orders, fresh, approve } = await desk('motivos')
    const [decided, rejected, good] = [await fresh(), await fresh(), await fresh()]
    await orders.decide(decided, cast.approvers[0])
    await orders.decide(rejected, cast.approvers[1], 'reject')
    const told = await approve([decided, rejected, 'DOC-999', good])
    expect(outcomes(told)).toEqual(['refused', 'refused', 'refused', 'approved'])
    expect(told.map(({ reason }) => reason)).toEqual([
      'Ya has decidido, o tu aprobación ya no es necesaria.',
      'Ya has decidido, o tu aprobación ya no es necesaria.',
      'El pedido no existe o no tienes acceso.',
      undefined,
    ])
  })

  test('of what waits for somebody else, and of other companies and clients, no reason is told', async () => {
    const { cast, fresh, send, approve } = await desk('propios')
    const stranger = await desk('ajenos')
    const neighbour = await desk('vecinos', { companyId: cast.companyId })
    const id = await fresh()
    const theirs = await neighbour.fresh({ amountMinor: '900000000' })
    const [told] = await approve([theirs])
    expect(told).toEqual({
      documentId: theirs,
      outcome: 'refused',
      reason: 'El pedido no existe o no tienes acceso.',
    })
    for (const as of [cast.client, cast.admin, cast.executor]) {
      const answer = await send([seen(id)], as)
      expect([answer.status, outcomes(answer.body.items)]).toEqual([200, ['refused']])
    }
    expect(outcomes(await stranger.approve([id]))).toEqual(['refused'])
    expect(
      (await app.ask('/api/approvals/bulk', { method: 'POST', body: { items: [seen(id)] } })).status,
    ).toBe(401)
    expect(await app.journal(cast.companyId, id)).toHaveLength(1)
  })

  test.each([
    ['none', []],
    ['a hundred and one', Array.from({ length: 101 }, (_, at) => seen(`DOC-${100 + at}`))],
    ['one twice', [seen('DOC-001'), seen('DOC-002'), seen('DOC-001', 2)]],
    ['no id', [seen('x')]],
    ['no revision', [{ documentId: 'DOC-001' }]],
    ['an absurd revision', [seen('DOC-001', -1)]],
  ])('a list of %s is no list', async (name, items) => {
    const { cast, orders } = await lists()
    const answer = await orders.post('/api/approvals/bulk', cast.approvers[0], { items })
    expect([name, answer.status]).toEqual([name, 422])
  })
  let known: ReturnType<typeof desk> | undefined
  const lists = () => {
    known ??= desk('listas')
    return known
  }
})

describe('an order is set aside', () => {
  test('that exceeds its contract, also when the ones before it have just used it up', async () => {
    const { cast, orders, fresh, approve } = await desk('agotado', { total: '1000000', approvers: 1 })
    const [small, large, last] = [await fresh(), await fresh({ amountMinor: '900000' }), await fresh()]
    expect(reasons(await approve([small, large, last]))).toEqual([undefined, undefined, undefined])
    const beyond = [await fresh({ amountMinor: '9000' }), await fresh({ amountMinor: '9001' })]
    const { body } = await app.ask('/api/approvals/pending', { as: cast.approvers[0] })
    expect(body.items.map((item: Told) => item.attention)).toEqual([[], []])
    const rest = (await orders.balance()).reduce(
      (left, spent, at) => (at < 2 ? left : left - spent),
      1_000_000,
    )
    expect(rest).toBeGreaterThan(9000)
    const filler = await fresh({ amountMinor: String(rest - 9000) })
    expect(reasons(await approve([filler, beyond[1] ?? '', beyond[0] ?? '']))).toEqual([
      undefined,
      ['over_budget'],
      undefined,
    ])
  })

  test('that looks like another, or goes to an account that changed lately', async () => {
    const { cast, orders, fresh, approve } = await desk('dudas')
    const twice = freshAmount()
    const [one, other] = [await fresh({ amountMinor: twice }), await fresh({ amountMinor: twice })]
    expect(reasons(await approve([one, other]))).toEqual([['duplicate'], ['duplicate']])
    const paid = await fresh()
    await app.tamper(sql`update provider set bank_changed_at = now() where company_id = ${cast.companyId}
      and id = ${cast.providerId}`)
    expect(reasons(await approve([paid]))).toEqual([['bank_changed']])
    expect((await orders.card(paid)).approvals.approved).toBe(0)
  })

  test('that was corrected since it was seen, and that nobody of its client has paid before', async () => {
    const { cast, orders, fresh, approve } = await desk('corregido')
    const id = await fresh()
    await orders.decide(id, cast.approvers[0], 'return', { comment: 'Falta el IVA' })
    const body = { ...cast.order, amountMinor: freshAmount(), revision: 1 }
    await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body })
    const [told] = await approve([id])
    expect(told).toEqual({ documentId: id, outcome: 'set_aside', attention: ['changed'] })
    expect(outcomes(await approve([id], undefined, 2))).toEqual(['approved'])
    const unpaid = await makeCast(app, 'sin-pagos', { companyId: cast.companyId })
    const never = await ordersOf(app, unpaid).submit({ amountMinor: freshAmount() })
    expect(reasons(await approve([never], unpaid.approvers[0]))).toEqual([['first_payment']])
    expect((await ordersOf(app, unpaid).card(never)).isFirstPayment).toBe(true)
    expect((await orders.card(id)).isFirstPayment).toBe(false)
  })
})

describe('at the same time', () => {
  test('two approvers, fifty orders each, a rejection and a return in between: every order ends right', {
    timeout: 60_000,
  }, async () => {
    const { cast, orders, fresh, send } = await desk('cincuenta')
    const ids: string[] = []
    for (let made = 0; made < 50; made++) ids.push(await fresh())
    const [first, second] = cast.approvers
    const items = ids.map(id => seen(id))
    const [rejected = '', returned = ''] = [ids[20], ids[40]]
    const answers = await Promise.all([
      send(items, first),
      send(items.toReversed(), second),
      orders.decide(rejected, second, 'reject'),
      orders.decide(returned, first, 'return', { comment: 'Falta el acta' }),
    ])
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    const [mine, theirs, no, back] = answers
    expect([mine?.status, theirs?.status]).toEqual([200, 200])
    for (const id of ids) {
      const told = [mine, theirs].map(
        answer => answer?.body.items.find((each: Told) => each.documentId === id).outcome,
      )
      const { state } = await orders.card(id)
      const isSpared = (id === rejected && no?.status === 200) || (id === returned && back?.status === 200)
      if (isSpared) expect(['rejected', 'returned']).toContain(state)
      else expect([state, ...told]).toEqual(['approved', 'approved', 'approved'])
    }
  })

  test('a right that is taken away in the middle stops the rest', async () => {
    const { cast, orders, fresh, send } = await desk('retirada')
    const ids = [await fresh(), await fresh()]
    const [first = ''] = ids
    const holder = await app.owner.pool.connect()
    await holder.query('begin')
    await holder.query('select from document where company_id = $1 and id = $2 for update', [
      cast.companyId,
      first,
    ])
    const sent = send(ids.map(id => seen(id)))
    await expect.poll(() => waitingForLock(app)).toBe(1)
    await app.tamper(sql`update account set active = false where id = ${cast.approverIds[0]}`)
    await holder.query('commit')
    holder.release()
    const answer = await sent
    await app.tamper(sql`update account set active = true where id = ${cast.approverIds[0]}`)
    expect(answer.status).toBe(401)
    const counts = []
    for (const id of ids) counts.push((await orders.card(id, cast.approvers[1])).approvals.approved)
    expect(counts).toEqual([1, 0])
  })
})
