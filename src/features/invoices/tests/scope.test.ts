// Reach of a person over the tray: SQL says the same as the rules, over generated people in a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivedVisibleTo } from '#features/files/scope.ts'
import { seesReceived, type Tray } from '#features/invoices/rules/tray.ts'
import { ordersEverywhere } from '#features/invoices/store.ts'
import { sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { actorOf, generatedWorld, type WorldPerson } from '#tests/support/world.ts'
import { type LoadedWorld, loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const numRuns = Number(process.env.MODEL_RUNS ?? 12)

/** Invoices of every tray, sent by a person of the company and by each provider. */
const traysOf = ({ clientIds }: LoadedWorld): Tray[] =>
  [null, ...clientIds].flatMap(clientId =>
    [null, 'PRV-001', 'PRV-002'].map(senderProviderId => ({ clientId, senderProviderId })),
  )

const nameOf = ({ clientId, senderProviderId }: Tray) => `${clientId} ${senderProviderId}`

async function seen(world: LoadedWorld, person: WorldPerson): Promise<string[]> {
  const trays = traysOf(world)
  const { companyId } = world
  const found = await world.inCompany(tx =>
    tx.all<Tray>(sql`
      select client_id as "clientId", sender_provider_id as "senderProviderId" from (
        select ${companyId}::uuid as company_id, t.client_id, t.sender_provider_id
        from unnest(${trays.map(tray => tray.clientId)}::uuid[], ${trays.map(tray => tray.senderProviderId)}::text[])
          as t (client_id, sender_provider_id)
      ) r where ${receivedVisibleTo(actorOf(world, person))}`),
  )
  return found.map(nameOf).toSorted()
}

test('whoever sees a received invoice by the rules sees it in SQL, and nobody else', () =>
  fc.assert(
    fc.asyncProperty(generatedWorld, async generated => {
      const world = await loadWorld(app, generated)
      for (const person of world.people) {
        const actor = actorOf(world, person)
        const everywhere = await world.inCompany(tx => ordersEverywhere(tx, actor))
        expect(everywhere).toBe(person.everywhere.some(held => held === 'edit' || held === 'all'))
        const trays = traysOf(world).filter(tray =>
          seesReceived({ ...actor, ordersEverywhere: everywhere }, tray),
        )
        expect(await seen(world, person)).toEqual(trays.map(nameOf).toSorted())
      }
    }),
    { numRuns },
  ))
