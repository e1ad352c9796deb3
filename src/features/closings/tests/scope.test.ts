// Whose months a person sees, against the rule of who reads an order: figures must never say more than the orders do.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closingReach } from '#features/closings/rules.ts'
import { closingActor } from '#features/closings/views/subject.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { actorOf, generatedWorld } from '#tests/support/world.ts'
import { loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('whoever sees the months of a client, or of the company, may open every order of it', async () => {
  let looked = 0
  await fc.assert(
    fc.asyncProperty(generatedWorld, async generated => {
      const world = await loadWorld(app, generated)
      await world.inCompany(async tx => {
        for (const person of world.people) {
          const actor = actorOf(world, person)
          const reach = closingReach(await closingActor(tx, actor))
          if (reach.kind === 'nothing') continue
          const clientId = reach.kind === 'client' ? reach.clientId : null
          const hidden = await tx.all(sql`select d.id from document d where d.company_id = ${tx.companyId}
            and (${clientId}::uuid is null or d.client_id = ${clientId}) and not (${documentVisibleTo(tx, actor)})`)
          expect(hidden, `${person.role} ${person.everywhere.join()}`).toEqual([])
          looked += 1
        }
      })
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
  )
  expect(looked).toBeGreaterThan(5)
})
