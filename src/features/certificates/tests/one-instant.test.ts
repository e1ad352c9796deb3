// Two facts in one instant: which was before the other is told by the journal's numbers.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { budgetAtDecision, certifiedDocument } from '#features/certificates/views/certificate.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

/** From here on everything happens in this millisecond. */
const stopTheClock = () => {
  const now = clock.now()
  vi.spyOn(clock, 'now').mockImplementation(() => now)
}

const leftAt = (cast: Cast, id: string) =>
  asSystem(app.db, cast.companyId, async tx => {
    const [admin] = await tx.all<{ id: string }>(sql`select m.user_id as id from member m
      join account who on who.id = m.user_id where m.company_id = ${tx.companyId} and who.role = 'admin'`)
    const order = await certifiedDocument(tx, actorIn(cast, { userId: admin?.id ?? '', role: 'admin' }), id)
    const budget = order && (await budgetAtDecision(tx, order))
    return (
      budget &&
      [budget.totalMinor, budget.requestedMinor, budget.committedMinor, budget.usedMinor].map(Number)
    )
  })

test('a Constancia says what was left when its order was approved, whatever was approved or amended after it', async () => {
  const cast = await makeCast(app, 'saldo', { approvers: 1, total: '100000' })
  const { submit, decide, confirm, post } = ordersOf(app, cast)
  const [approver] = cast.approvers
  stopTheClock()
  const [first, second] = [await submit(), await submit({ amountMinor: '25000' })]
  await decide(first, approver)
  const contract = (await app.ask(`/api/contracts/${cast.payable}`, { as: cast.admin })).body
  const amendment = { totalMinor: '500000', reason: 'Ampliación', revision: contract.revision }
  const amended = await post(`/api/contracts/${cast.payable}/amendments`, cast.admin, amendment)
  expect(amended.status, JSON.stringify(amended.body)).toBe(200)
  await decide(second, approver)
  await confirm(first, cast.executor)
  expect(await leftAt(cast, first)).toEqual([100000, 25000, 10000, 0])
  expect(await leftAt(cast, second)).toEqual([500000, 0, 35000, 0])
})

test('who decided last is told, of several who decided at once', async () => {
  const cast = await makeCast(app, 'ultima', { approvers: 5 })
  const { submit, decide } = ordersOf(app, cast)
  const [asks, ...others] = cast.approvers
  stopTheClock()
  for (const order of [others, others.toReversed()]) {
    const id = await submit()
    const last = others.indexOf(order.at(-1) ?? '') + 1
    for (const approver of order) await decide(id, approver)
    const { body } = await decide(id, asks, 'approve', { revision: 7 })
    expect(body.facts.decidedBy).toBe(`Aprobador ${last} Pérez`)
  }
})
