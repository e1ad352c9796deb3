// Preview, simulation and route know the same budget owners.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewsIn } from '#tests/support/flow-model-previews.ts'
import { scene } from '#tests/support/flows.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
beforeAll(async () => {
  app = await startPlatform()
})
afterAll(() => app?.stop())

test('whoever owned budgets and became a client’s user is asked for none, and nothing says that they would be', async () => {
  const terms = { approvers: 1, total: '15000', overrunPolicy: 'requiere_aprobacion' } as const
  const { cast, ask, orders, person } = await scene(app, 'duenos', terms)
  const [stays, leaves] = [await person('olga'), await person('pilar')]
  const named = { userIds: [stays.id, leaves.id] }
  expect((await ask('/api/company/budget-owners', 'PUT', named)).status).toBe(200)
  expect((await app.edit(cast.admin ?? '', leaves.id, { role: 'client_user' })).error).toBeNull()
  const { preview, comesTrue } = previewsIn(app, cast, cast.projectId, stays.id)
  const content = { ...cast.order, amountMinor: '20000' }
  const said = await preview(cast.client, content)
  expect(said?.stages.at(-1)).toMatchObject({ origin: 'overrun', people: ['olga Pérez'] })
  await comesTrue(await orders.submit(content), said)
})
