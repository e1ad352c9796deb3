// Drafts that a page of before a release saves: it knows neither deputies nor the later conditions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

test('a stage keeps its deputy, and a copy of a rule its conditions and deputies, unless the page says otherwise', async () => {
  const { cast, ask, person, publish } = await scene(app, 'pestanas')
  const [dora, sara] = [await person('dora'), await person('sara')]
  const deputy = { userId: sara.id, afterDays: 3 }
  const approvers = users(dora.id)
  const full = rule([stage({ approvers, deputy })], { clientIds: [cast.clientId] }, 'Obras')
  expect((await publish(full)).status).toBe(200)
  const older = { ...full, conditions: {}, stages: [stage({ approvers })] }
  const copy = { ...older, id: newId(), name: 'Obras (copia)' }
  const save = (revision: number | null, ...rules: object[]) =>
    ask('/api/flows/draft', 'PUT', { revision, rules })
  const kept = async () =>
    (await ask('/api/flows')).body.draft.rules.map(
      (each: { conditions: { clientIds: string[] }; stages: { deputy: object | null }[] }) => [
        each.conditions.clientIds,
        each.stages.map(one => one.deputy),
      ],
    )
  const { body: saved } = await save(null, older, copy)
  const whole = [[cast.clientId], [deputy]]
  expect(await kept()).toEqual([whole, whole])
  const without = { ...older, stages: [{ ...stage({ approvers }), deputy: null }] }
  expect((await save(saved.revision, without)).status).toBe(200)
  expect(await kept()).toEqual([[[cast.clientId], [null]]])
})
