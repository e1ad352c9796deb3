import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let other: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'sur')
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const holdsOf = (contractId: string, as: string | undefined) =>
  app.ask(`/api/contracts/${contractId}/holds`, { as })
const pastOf = (contractId: string, as: string | undefined, query = '') =>
  app.ask(`/api/contracts/${contractId}/balance${query}`, { as })
const sum = (count: number, minor: number) => ({ count, amount: { minor: String(minor), currency: 'EUR' } })

describe('who holds what of a contract', () => {
  it('is said order by order, the largest first, with whom each waits for and since when', async () => {
    const orders = ordersOf(app, cast)
    const asked = await orders.submit({ amountMinor: '300' })
    await orders.decide(asked, cast.approvers[0])
    const approved = await orders.approved({ amountMinor: '700' })
    const executed = await orders.approved({ amountMinor: '90' })
    await orders.confirm(executed, cast.executor)
    const rejected = await orders.submit({ amountMinor: '55' })
    await orders.decide(rejected, cast.approvers[0], 'reject')
    const { body } = await holdsOf(cast.payable, cast.client)
    expect(body).toMatchObject({
      used: sum(1, 90),
      committed: sum(1, 700),
      requested: sum(1, 300),
      others: sum(0, 0),
      more: 0,
      items: [
        { id: approved, held: 'committed', waitsFor: ['Tesorería Pérez'], amount: { minor: '700' } },
        { id: asked, held: 'requested', waitsFor: ['Aprobador 1 Pérez'], amount: { minor: '300' } },
      ],
    })
    const [entry] = await app.owner.run<{ at: string }>(sql`select at from budget_entry
      where company_id = ${cast.companyId} and document_id = ${approved} and cause = 'approved'`)
    expect(body.items[0].since).toBe(entry?.at)
    expect(await orders.balance()).toEqual([100_000_000, 300, 700, 90])
  })

  it('adds up, unnamed, what the person does not see, and tells a provider nothing of who decides', async () => {
    const one = await makeCast(app, 'oeste')
    const orders = ordersOf(app, one)
    const elsewhere = await one.make('/api/projects', {
      name: 'Reservado',
      clientId: one.clientId,
      totalMinor: '100',
      contractIds: [one.payable],
      approverIds: one.approverIds,
      executorIds: [],
    })
    await orders.submit({ amountMinor: '400' })
    await orders.submit({ amountMinor: '1000', projectId: elsewhere })
    const email = one.address('ayuda')
    const helper = await app.person(one.companyId, 'client_user', email, { clientId: one.clientId })
    await app.ask(`/api/projects/${one.projectId}/permissions/${helper}`, {
      method: 'PUT',
      as: one.admin,
      body: { permissions: ['view'] },
    })
    const { body } = await holdsOf(one.payable, await app.signIn(email))
    expect(body.items.map((item: { amount: { minor: string } }) => item.amount.minor)).toEqual(['400'])
    expect(body).toMatchObject({ requested: sum(2, 1400), others: sum(1, 1000) })
    expect(JSON.stringify(body)).not.toContain('Reservado')

    const paid = one.address('cobra')
    await app.person(one.companyId, 'provider', paid, { providerId: one.providerId })
    const theirs = await holdsOf(one.payable, await app.signIn(paid))
    expect(theirs.body.items.map((item: { waitsFor: string[] }) => item.waitsFor)).toEqual([[], []])
  })

  it('names fifty and counts the rest', async () => {
    const one = await makeCast(app, 'este')
    const orders = ordersOf(app, one)
    for (let count = 0; count < 52; count++) await orders.submit({ amountMinor: String(count + 1) })
    const { body } = await holdsOf(one.payable, one.admin)
    expect([body.items.length, body.more, body.items[0].amount.minor]).toEqual([50, 2, '52'])
  })

  it('is as absent as its contract to anybody else', async () => {
    for (const path of ['holds', 'balance']) {
      const ask = (id: string, as?: string) => app.ask(`/api/contracts/${id}/${path}`, { as })
      expect((await ask(cast.payable)).status).toBe(401)
      expect((await ask('CTR-999', cast.client)).status).toBe(404)
      const neighbour = await makeCast(app, `vecino-${path}`, { companyId: cast.companyId })
      expect((await ask(cast.payable, neighbour.client)).status).toBe(404)
      expect((await ask(neighbour.payable, cast.client)).status).toBe(404)
      // The same number names another contract in another company.
      expect((await ask(neighbour.billable, other.client)).status).toBe(404)
    }
  })
})

type Move = 'submit' | 'approve' | 'reject' | 'confirm' | 'cancel' | 'amend'
const moves = fc.array(
  fc.constantFrom<Move>('submit', 'submit', 'approve', 'approve', 'reject', 'confirm', 'cancel', 'amend'),
  { minLength: 8, maxLength: 14 },
)

describe('the balance at a past instant', () => {
  it('is what the slots said then, whatever happened since', { timeout: 120_000 }, async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(moves, async made => {
        const one = await makeCast(app, `pasado${++run}`, { approvers: 1 })
        const orders = ordersOf(app, one)
        const play = playing(one, orders)
        const told: { at: string; balance: number[] }[] = []
        for (const move of made) {
          await play(move)
          const at = new Date().toISOString()
          told.push({ at, balance: await orders.balance() })
          // A move in the same millisecond would be at this instant too.
          await vi.waitUntil(() => new Date().toISOString() > at, { interval: 1 })
        }
        for (const { at, balance } of told) {
          const { body } = await pastOf(one.payable, one.client, `?at=${at}`)
          expect(figures(body.balance)).toEqual(balance)
        }
        const now = (await pastOf(one.payable, one.client)).body
        expect(figures(now.balance)).toEqual(await orders.balance())
        expect(figures(now.days.at(-1).balance)).toEqual(await orders.balance())
      }),
      { numRuns: 4 },
    )
  })

  it('of a day is that of its end on the company’s wall', async () => {
    const one = await makeCast(app, 'dias')
    const orders = ordersOf(app, one)
    const id = await orders.approved({ amountMinor: '500' })
    // 23:30 of the 9th and 00:30 of the 10th in Madrid.
    const move = (cause: string, at: string) =>
      app.tamper(sql`update budget_entry set at = ${at}::timestamptz where company_id = ${one.companyId}
        and document_id = ${id} and cause = ${cause}`)
    await app.tamper(
      sql`update contract set created_at = '2026-06-01T10:00:00Z' where company_id = ${one.companyId}`,
    )
    const entries = await app.owner.run<{ cause: string; at: string }>(sql`
      select cause, at::text as at from budget_entry where company_id = ${one.companyId} and document_id = ${id}`)
    const written = entries.map(({ cause, at }) => [cause, at] as const)
    await move('submitted', '2026-07-09T21:30:00Z')
    await move('approved', '2026-07-09T22:30:00Z')
    const of = async (day: string) => (await pastOf(one.payable, one.admin, `?day=${day}`)).body
    expect(figures((await of('2026-07-08')).balance)).toEqual([100_000_000, 0, 0, 0])
    expect(figures((await of('2026-07-09')).balance)).toEqual([100_000_000, 500, 0, 0])
    expect(figures((await of('2026-07-10')).balance)).toEqual([100_000_000, 0, 500, 0])
    expect((await of('2026-07-20')).days.map((past: { day: string }) => past.day)).toEqual([
      '2026-06-01',
      '2026-07-09',
      '2026-07-10',
      '2026-07-20',
    ])
    const before = await of('2026-05-31')
    expect([before.existed, figures(before.balance), before.days]).toEqual([false, [0, 0, 0, 0], []])
    // Back to the instants of their events, with which the invariants compare them.
    for (const [cause, at] of written) await move(cause, at)
  })

  it('of an absurd instant is refused, and of one to come is that of now', async () => {
    for (const query of ['?at=ayer', '?day=2026-02-30', '?day=0000-00-00', '?at=2026-01-01'])
      expect((await pastOf(cast.payable, cast.client, query)).status).toBe(422)
    const ahead = await pastOf(cast.payable, cast.client, '?at=2199-01-01T00:00:00Z')
    expect(ahead.body.balance).toEqual((await pastOf(cast.payable, cast.client)).body.balance)
  })
})

const figures = ({ total, requested, committed, used }: { [name: string]: { minor: string } }) =>
  [total, requested, committed, used].map(amount => Number(amount?.minor))

/** Plays one move on the first order that it is possible for; nothing when there is none. */
function playing(one: Cast, orders: ReturnType<typeof ordersOf>) {
  const [waiting, approved]: [string[], string[]] = [[], []]
  let [amount, revision] = [100, 1]
  return async (move: Move) => {
    if (move === 'submit') {
      amount += 7
      waiting.push(await orders.submit({ amountMinor: String(amount) }))
    } else if (move === 'amend') {
      const body = { revision: revision++, totalMinor: String(90_000_000 + revision), reason: 'Ampliación' }
      await orders.post(`/api/contracts/${one.payable}/amendments`, one.admin, body)
    } else if (move === 'approve' || move === 'reject') {
      const id = waiting.shift()
      if (!id) return
      await orders.decide(id, one.approvers[0], move)
      if (move === 'approve') approved.push(id)
    } else {
      const id = approved.shift()
      if (!id) return
      if (move === 'confirm') await orders.confirm(id, one.executor)
      else
        await orders.post(`/api/documents/${id}/cancellation`, one.admin, {
          revision: 1,
          reason: 'No hace falta',
        })
    }
  }
}
