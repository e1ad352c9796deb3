// `scope.ts` against its rule, over generated people in a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seesPerson } from '#features/people/rules.ts'
import { isSeenBy } from '#features/people/scope.ts'
import { part, sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { actorOf, generatedWorld } from '#tests/support/world.ts'
import { loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('the people whom somebody sees by the rules are seen in SQL, and nobody else', () =>
  fc.assert(
    fc.asyncProperty(generatedWorld, async generated => {
      const world = await loadWorld(app, generated)
      const columns = { role: part`who.role`, clientId: part`m.client_id` }
      for (const person of world.people) {
        const actor = actorOf(world, person)
        const found = await world.inCompany(tx =>
          tx.all<{
            id: string
          }>(sql`select m.user_id as id from member m join account who on who.id = m.user_id
            where m.company_id = ${world.companyId} and ${isSeenBy(actor, columns)} order by 1`),
        )
        const expected = world.people.filter(other => seesPerson(actor, other)).map(other => other.userId)
        expect(found.map(row => row.id)).toEqual(expected.toSorted())
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
  ))
