// A delegation that begins or ends while its substitute decides, under every interleaving in the database.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { allSchedules, scheduler, someOf } from '#tests/support/schedules.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let together: ReturnType<typeof scheduler>
let substitute = ''
let body = {}

beforeAll(async () => {
  app = await startProduct()
  together = scheduler(app)
  cast = await makeCast(app, 'mandatos')
  orders = ordersOf(app, cast)
  const toId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  substitute = await app.signIn(cast.address('relevo'))
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  body = { fromId: cast.approverIds[0], toId, startsOn: today, endsOn: today }
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const make = () => app.ask('/api/delegations', { method: 'POST', as: cast.admin, body })
const end = (id: string) => app.ask(`/api/delegations/${id}/end`, { method: 'POST', as: cast.admin })
const schedules = someOf(allSchedules([4, 4]), process.env.SCHEDULES === 'all' ? 1000 : 24)

/** The sequence of two actions is read from the journal's numbers, which are given under the locks. */
const toldIn = async (documentId: string, delegationId: string): Promise<string[]> => {
  const { rows } = await app.owner.pool.query<{ action: string }>(
    `select action from event where company_id = $1 and object_id in ($2, $3)
       and action in ('approval.decided', 'delegation.ended', 'delegation.made') order by number`,
    [cast.companyId, documentId, delegationId],
  )
  return rows.map(row => row.action)
}

describe('in whatever order they meet', () => {
  test('a mandate that is ended decides before its end, or not at all', { timeout: 120_000 }, async () => {
    for (const schedule of schedules) {
      const id = await orders.submit()
      const mandate = (await make()).body.id
      const requests = [() => orders.decide(id, substitute), () => end(mandate)]
      const [decided, ended] = await together.run(requests, schedule)
      expect(ended?.status).toBe(200)
      const told = await toldIn(id, mandate)
      if (decided?.status === 200)
        expect(told).toEqual(['delegation.made', 'approval.decided', 'delegation.ended'])
      else expect([decided?.status, told]).toEqual([404, ['delegation.made', 'delegation.ended']])
    }
  })

  test('a mandate that is made decides after it was, or not yet', { timeout: 120_000 }, async () => {
    for (const schedule of schedules) {
      const id = await orders.submit()
      const [decided, made] = await together.run(
        [() => orders.decide(id, substitute), () => make()],
        schedule,
      )
      const mandate = made?.body.id
      const told = await toldIn(id, mandate)
      if (decided?.status === 200) expect(told).toEqual(['delegation.made', 'approval.decided'])
      else expect([decided?.status, told]).toEqual([404, ['delegation.made']])
      expect((await end(mandate)).status).toBe(200)
    }
  })
})
