// The journal of a company with a hundred thousand events, asked as the program asks it, under row level security.
import { afterAll, expect, test, vi } from 'vitest'
import { eventPage } from '#features/audit/views/events.ts'
import type { listEvents } from '#features/audit/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { type Sql, sql } from '#server/sql.ts'
import { asSystem } from '#server/tenant.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'mucho')
const [rareId = '', busyId = ''] = cast.approverIds
for (let from = 1; from <= 100_000; from += 10_000)
  await app.owner.run(sql`
    insert into event (company_id, id, at, actor_id, action, object_type, object_id)
    select ${cast.companyId}, lpad(to_hex(n), 32, '0')::uuid, now() - n * interval '1 minute',
      case when n % 20000 = 0 then ${rareId}::uuid else ${busyId}::uuid end, 'document.submitted', 'document',
      'DOC-' || n
    from generate_series(${from}::int, ${from + 9_999}::int) n`)
await app.owner.run(sql`analyze event`)

type Plan = {
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

const actor: Actor = {
  ...{ userId: '', sessionId: '', companyId: cast.companyId, name: 'Elena', role: 'admin', clientId: null },
  ...{ providerId: null, zone: 'Europe/Madrid', companySuspended: false },
}

/** The most rows that a step reads for a page of events, with the program's own statement, role and company. */
async function mostRows(query: Partial<QueryOf<typeof listEvents>>) {
  const [told] = await asSystem(app.db, cast.companyId, async tx => {
    let asked: Sql | null = null
    vi.spyOn(tx, 'all').mockImplementationOnce(async given => {
      asked = given
      return []
    })
    await eventPage(tx, actor, { limit: 50, ...query })
    if (asked === null) throw new Error('nothing was asked')
    const { text, values }: Sql = asked
    return tx.all<Explained>({ text: `explain (analyze, format json) ${text}`, values })
  })
  return mostOf(told)
}

function mostOf(told: Explained | undefined): number {
  if (!told) throw new Error('a plan has one row')
  const nodes = nodesOf(told['QUERY PLAN'][0].Plan)
  return Math.max(...nodes.map(node => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)))
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test.each([
  ['of everybody', undefined],
  ['of somebody who did five', rareId],
  ['of somebody who did nearly all', busyId],
])('a page of the events %s reads hardly more than it shows', async (_, actorId) => {
  expect(await mostRows({ actorId })).toBeLessThanOrEqual(100)
})

test('the events of orders are found by their index when they are joined', async () => {
  await ordersOf(app, cast).submit()
  await app.owner.run(sql`analyze document`)
  const [told] = await app.owner.run<Explained>(sql`
    explain (analyze, format json) select e.id from document d
    join event e on e.company_id = d.company_id and e.object_type = 'document' and e.object_id = d.id
    where d.company_id = ${cast.companyId}`)
  expect(mostOf(told)).toBeLessThanOrEqual(100)
})
