import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const statuses = (answers: { status: number }[]) => answers.map(answer => answer.status).toSorted()

describe('at the same time', () => {
  it('the last two approvers leave the order approved, never stuck between them', {
    timeout: 60_000,
  }, async () => {
    const cast = await makeCast(app, 'ultimos')
    const orders = ordersOf(app, cast)
    for (let round = 0; round < 40; round++) {
      const id = await orders.submit()
      const answers = await Promise.all(cast.approvers.map(approver => orders.decide(id, approver)))
      expect(statuses(answers)).toEqual([200, 200])
      expect((await orders.card(id)).state).toBe('approved')
    }
  })

  it('an approval and a rejection leave it rejected, whichever came first', { timeout: 60_000 }, async () => {
    const cast = await makeCast(app, 'contrarios')
    const orders = ordersOf(app, cast)
    for (let round = 0; round < 20; round++) {
      const id = await orders.submit()
      const [first, second] = cast.approvers
      await Promise.all([orders.decide(id, first), orders.decide(id, second, 'reject')])
      expect((await orders.card(id)).state).toBe('rejected')
    }
  })

  it('one person deciding ten times decides once', async () => {
    const cast = await makeCast(app, 'insistente')
    const orders = ordersOf(app, cast)
    const id = await orders.submit()
    const answers = await Promise.all(Array.from({ length: 10 }, () => orders.decide(id, cast.approvers[0])))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it('ten submissions under one key make one order', async () => {
    const cast = await makeCast(app, 'clave')
    const orders = ordersOf(app, cast)
    const key = 'la-misma-clave'
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => orders.post('/api/documents', cast.client, cast.order, key)),
    )
    expect(new Set(answers.filter(answer => answer.status === 200).map(answer => answer.body.id)).size).toBe(
      1,
    )
    expect(answers.every(answer => [200, 409].includes(answer.status))).toBe(true)
    const { body } = await app.ask('/api/documents', { as: cast.client })
    expect(body.items).toHaveLength(1)
  })

  it('thirty confirmations execute once', { timeout: 60_000 }, async () => {
    const cast = await makeCast(app, 'confirma')
    const orders = ordersOf(app, cast)
    for (let round = 0; round < 5; round++) {
      const id = await orders.approved()
      const answers = await Promise.all(Array.from({ length: 30 }, () => orders.confirm(id, cast.executor)))
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
      expect(answers.every(answer => [200, 409].includes(answer.status))).toBe(true)
    }
  })

  it('confirming and cancelling an order do one of the two', { timeout: 60_000 }, async () => {
    const cast = await makeCast(app, 'anula')
    const orders = ordersOf(app, cast)
    for (let round = 0; round < 15; round++) {
      const id = await orders.approved()
      const answers = await Promise.all([
        orders.confirm(id, cast.executor),
        orders.post(`/api/documents/${id}/cancellation`, cast.admin, { revision: 1, reason: 'Error' }),
      ])
      expect(statuses(answers)).toEqual([200, 409])
    }
  })

  it('fifty approvals on a contract that blocks never overspend it, and fill it to the last order that fits', {
    timeout: 60_000,
  }, async () => {
    const cast = await makeCast(app, 'bloquea', { approvers: 1, total: '200000' })
    const orders = ordersOf(app, cast)
    // Requested under avisar, so that more is waiting than the contract holds; then it blocks.
    const ids = await Promise.all(Array.from({ length: 50 }, () => orders.submit({ amountMinor: '10000' })))
    await app.owner.pool.query(
      `update contract set overrun_policy = 'bloquear' where id = $1 and company_id = $2`,
      [cast.payable, cast.companyId],
    )
    const answers = await Promise.all(ids.map(id => orders.decide(id, cast.approvers[0])))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(20)
    expect(answers.filter(answer => answer.body.type === '/problems/over_budget')).toHaveLength(30)
    expect((await orders.balance()).slice(2)).toEqual([200000, 0])
  })

  it('fifty submissions to a contract that blocks are taken until it is full', {
    timeout: 60_000,
  }, async () => {
    const cast = await makeCast(app, 'llena', { approvers: 1, total: '200000', overrunPolicy: 'bloquear' })
    const orders = ordersOf(app, cast)
    const order = { ...cast.order, amountMinor: '10000' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => orders.post('/api/documents', cast.client, order)),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(20)
    expect(answers.filter(answer => answer.body.type === '/problems/over_budget')).toHaveLength(30)
  })

  it('appointing people while orders are made leaves no order waiting for who was relieved', {
    timeout: 60_000,
  }, async () => {
    const cast = await makeCast(app, 'relevo')
    const orders = ordersOf(app, cast)
    const [kept = '', relieved = ''] = cast.approverIds
    const people = (approverIds: string[]) =>
      app.ask(`/api/projects/${cast.projectId}/people`, {
        method: 'PUT',
        as: cast.admin,
        body: { approverIds, executorIds: [] },
      })
    for (let round = 0; round < 10; round++) {
      const [appointed] = await Promise.all([people([kept]), orders.submit(), orders.submit()])
      const { rows } = await app.owner.pool.query(
        `select from approval where company_id = $1 and approver_id = $2 and status = 'pending'`,
        [cast.companyId, relieved],
      )
      if (appointed?.status === 200) expect(rows).toHaveLength(0)
      for (const id of (
        await app.ask('/api/documents?state=in_approval', { as: cast.client })
      ).body.items.map((item: { id: string }) => item.id)) {
        for (const approver of cast.approvers) await orders.decide(id, approver)
      }
      await people([kept, relieved])
    }
  })
})
