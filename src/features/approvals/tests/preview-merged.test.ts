// Preview of an order whose form still says the provider that was merged.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { previewsIn } from '#tests/support/flow-model-previews.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
beforeAll(async () => {
  app = await startPlatform()
})
afterAll(() => app?.stop())

test('an order for a merged provider has the route that was shown for it: that of the provider which stands for it', async () => {
  const { cast, ask, orders, publish } = await scene(app, 'vista', { approvers: 1 })
  const survivor = await cast.make('/api/providers', { name: 'Gemelo SL', taxId: 'B12345674' })
  const named = cast.approverIds[0] ?? ''
  await publish(rule([stage({ approvers: users(named) })], { providerIds: [survivor] }))
  const path = `/api/providers/${cast.providerId}/merge-into/${survivor}`
  const { version } = (await ask(path)).body
  const merged = await app.ask(path, {
    method: 'POST',
    as: cast.admin,
    key: newId(),
    body: { seen: version },
  })
  expect(merged.body).toEqual({ id: survivor })
  const { preview, comesTrue } = previewsIn(app, cast, cast.projectId, named)
  const said = await preview(cast.client, cast.order)
  expect(said?.stages).toMatchObject([{ name: 'Dirección' }])
  await comesTrue(await orders.submit(), said)
})
