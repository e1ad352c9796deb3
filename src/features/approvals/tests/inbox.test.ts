// The inbox shows the seat that its person would decide, as the order's page does, and never half an order.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

test('a substitute of two people is shown the seat that they would decide', async () => {
  const { cast, orders, person, publish } = await scene(app, 'dosplazas')
  const [ana, luis, eva] = [await person('ana'), await person('luis'), await person('eva')]
  await publish(
    rule([stage({ approvers: users(luis.id) }), stage({ name: 'Control', approvers: users(ana.id) })]),
  )
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  for (const { id: fromId } of [ana, luis]) {
    const mandate = { fromId, toId: eva.id, startsOn: today, endsOn: today }
    expect((await orders.post('/api/delegations', cast.admin, mandate)).status).toBe(200)
  }
  for (const rewritten of [ana, luis]) {
    const id = await orders.submit()
    // The row that was written last lies behind the others.
    await app.tamper(sql`update approval set updated_at = updated_at
      where company_id = ${cast.companyId} and document_id = ${id} and approver_id = ${rewritten.id}`)
    const { items } = (await app.ask('/api/approvals/pending', { as: eva.token })).body
    const shown = items.filter((item: { document: { id: string } }) => item.document.id === id)
    const { mySeatId, onBehalfOf } = await orders.card(id, eva.token)
    expect(shown).toMatchObject([{ seatId: mySeatId, onBehalfOf }])
  }
})

test('a page ends where an order does', { timeout: 60_000 }, async () => {
  const { orders, person, publish } = await scene(app, 'pagina')
  const ana = await person('ana')
  const twice = [stage({ approvers: users(ana.id) }), stage({ name: 'Control', approvers: users(ana.id) })]
  await publish(rule(twice))
  const pairs = 100
  for (let made = 0; made < pairs; made += 5)
    await Promise.all(Array.from({ length: 5 }, () => orders.submit()))
  await publish(rule([stage({ approvers: users(ana.id) })]))
  const inbox = async () => (await app.ask('/api/approvals/pending', { as: ana.token })).body
  expect(await inbox()).toMatchObject({ hasMore: false, items: { length: 200 } })
  // One seat fewer of the first: the two of the last would fall on either side of the cut.
  const [first] = (await inbox()).items
  await orders.decide(first.document.id, ana.token)
  await publish(rule(twice, {}, 'Otra vez'))
  await orders.submit()
  const page = await inbox()
  const counts = Map.groupBy(page.items, (item: { document: { id: string } }) => item.document.id)
  expect(page.hasMore).toBe(true)
  expect(
    [...counts].filter(([id]) => id !== first.document.id).every(([, seats]) => seats.length === 2),
  ).toBe(true)
})
