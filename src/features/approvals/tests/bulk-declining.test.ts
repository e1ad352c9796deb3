import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { outcomes, seen, startBulk } from '#tests/support/bulk-orders.ts'
import { startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('orders rejected or returned together', () => {
  const decline = (
    { orders, cast }: Pick<Awaited<ReturnType<typeof startBulk>>, 'orders' | 'cast'>,
    decision: string,
    items: readonly object[],
    { as = cast.approvers[0], key = newId() }: { as?: string | undefined; key?: string } = {},
  ) => orders.post('/api/approvals/bulk-declining', as, { decision, items }, key)

  test('are decided one by one, each with its reason, its fact and what its requester is told', async () => {
    const made = await startBulk(app, 'declinados')
    const { cast, orders, fresh } = made
    const untouched = await fresh()
    for (const decision of ['reject', 'return']) {
      const these = [await fresh(), await fresh()]
      const answer = await decline(
        made,
        decision,
        these.map((id, at) => ({ ...seen(id), comment: `Motivo ${at}` })),
      )
      const state = decision === 'reject' ? 'rejected' : 'returned'
      expect(answer.body.items).toEqual(these.map(documentId => ({ documentId, outcome: 'decided', state })))
      for (const [at, id] of these.entries()) {
        expect((await app.journal(cast.companyId, id)).map(({ action }) => action)).toEqual([
          'document.submitted',
          'approval.decided',
        ])
        const seats = (await orders.card(id)).stages[0].seats
        expect(seats.map(({ comment }: { comment: string | null }) => comment)).toContain(`Motivo ${at}`)
      }
    }
    expect((await orders.card(untouched)).state).toBe('in_approval')
  })

  test('that changed, lack a required reason or are not theirs say so, and stop no other', async () => {
    const made = await startBulk(app, 'reparos')
    const { cast, orders, fresh } = made
    const [decided, silent, stale, good] = [await fresh(), await fresh(), await fresh(), await fresh()]
    await orders.decide(decided, cast.approvers[1], 'reject')
    const answer = await decline(made, 'return', [
      { ...seen(decided), comment: 'Tarde' },
      { ...seen(silent), comment: ' ' },
      { ...seen(stale, 7), comment: 'De antes' },
      { ...seen('DOC-999'), comment: 'De nadie' },
      { ...seen(good), comment: 'Falta la factura' },
    ])
    expect(outcomes(answer.body.items)).toEqual(['refused', 'refused', 'refused', 'refused', 'decided'])
    expect(answer.body.items[1].reason).toBe('Explica el motivo en el comentario.')
    expect(answer.body.items[3].reason).toBe('El pedido no existe o no tienes acceso.')
    expect((await orders.card(silent)).state).toBe('in_approval')
    expect((await orders.card(good)).state).toBe('returned')
    await app.ask('/api/company/settings', {
      method: 'PATCH',
      as: cast.admin,
      body: { rejectionCommentRequired: true },
    })
    const unexplained = await decline(made, 'reject', [{ ...seen(silent), comment: null }])
    expect(outcomes(unexplained.body.items)).toEqual(['refused'])
    const inbox = await app.ask('/api/approvals/pending', { as: cast.approvers[0] })
    expect(inbox.body.rejectionCommentRequired).toBe(true)
  })

  test('one key sent twice at once declines once; of what waits for others nothing is told', async () => {
    const made = await startBulk(app, 'dos-veces')
    const { cast, fresh } = made
    const id = await fresh()
    for (const as of [cast.client, cast.admin, cast.executor]) {
      const answer = await decline(made, 'reject', [{ ...seen(id), comment: 'No' }], { as })
      expect([answer.status, outcomes(answer.body.items)]).toEqual([200, ['refused']])
    }
    const key = newId()
    const twice = () => decline(made, 'reject', [{ ...seen(id), comment: 'No procede' }], { key })
    const answers = await Promise.all([twice(), twice()])
    expect(answers.map(({ body }) => outcomes(body.items))).toEqual([['decided'], ['decided']])
    expect(await app.journal(cast.companyId, id)).toHaveLength(2)
    for (const items of [[], [seen(id), seen(id)], [{ ...seen(id), comment: 'x'.repeat(2001) }]])
      expect((await decline(made, 'reject', items)).status).toBe(422)
    expect((await decline(made, 'approve', [{ ...seen(id), comment: 'No' }])).status).toBe(422)
    const nobody = { method: 'POST' as const, body: { decision: 'reject', items: [seen(id)] } }
    expect((await app.ask('/api/approvals/bulk-declining', nobody)).status).toBe(401)
  })
})
