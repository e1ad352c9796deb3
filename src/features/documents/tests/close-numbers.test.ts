// A day that leaves thousands of orders leaves a stretch of their numbers: whoever sees some of these is shown just them.
import { afterAll, expect, test } from 'vitest'
import { documentCounts } from '#features/documents/views/counts.ts'
import { documentPage, documentTotal } from '#features/documents/views/list.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { idsOfEveryPage } from '#tests/support/every-page.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'tramo', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const [approverId = ''] = approverIds
const ofOthers = [await app.person(companyId, 'approver', cast.address('otra'), { name: 'Eva' })]
const otherClient = await cast.make('/api/clients', { name: 'Otro', email: cast.address('otro') })
const otherProvider = await cast.make('/api/providers', { name: 'Arena', clientIds: [otherClient] })
const another = await cast.make('/api/projects', {
  name: 'De otros',
  clientId,
  totalMinor: '1000000',
  contractIds: [cast.billable],
  approverIds: ofOthers,
  executorIds: [],
})
const people = { companyId, clientId, contractId: cast.billable, executorId, providerIds: [providerId] }
await loadOrders(app, { ...people, projectId, approverIds, count: 2600 })
await loadOrders(app, { ...people, projectId: another, approverIds: ofOthers, count: 2600 })
const day = dayFromToday(-1)
for (const statement of [
  // All on one day but every hundredth, and a few of another client and provider.
  sql`update document set created_at = ${`${day}T11:00:00Z`} where company_id = ${companyId}`,
  sql`update document set created_at = ${`${dayFromToday(-4)}T11:00:00Z`} where company_id = ${companyId} and number % 100 = 0`,
  sql`update document set client_id = ${otherClient}, provider_id = ${otherProvider}
    where company_id = ${companyId} and number % 50 = 7`,
  sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${approverId}, 'approved', created_at, created_at, created_at, project_id
    from document where company_id = ${companyId} and project_id = ${another} and number % 40 = 0`,
  sql`update approval a set project_id = d.project_id from document d
    where a.company_id = ${companyId} and d.company_id = a.company_id and d.id = a.document_id`,
  // The company seems to have so many that these are a small share of them.
  sql`update document set number = 60000 where company_id = ${companyId} and number = 5200`,
])
  await app.tamper(statement)
await vacuumed(app, 'document')

type Seer = { readonly who: string; readonly actor: Actor; readonly sees: Part }
const seers: readonly Seer[] = [
  {
    who: 'an approver of a project',
    actor: actorIn(cast, { userId: approverId, role: 'approver' }),
    sees: part`(project_id = ${projectId} or number % 40 = 0)`,
  },
  {
    who: 'a client',
    actor: actorIn(cast, { userId: clientId, role: 'client', clientId }),
    sees: part`client_id = ${clientId}`,
  },
  {
    who: 'a provider',
    actor: actorIn(cast, { userId: executorId, role: 'provider', providerId }),
    sees: part`provider_id = ${providerId}`,
  },
]
const ofDay = { createdFrom: day, createdTo: day }

/** Ids of the orders of the day that somebody sees, sorted by PostgreSQL all at once. */
async function idsOfDay({ sees }: Seer, order: Part): Promise<readonly string[]> {
  const found = await app.tamper(sql`
    select id from document where company_id = ${companyId} and ${sees} and number % 100 <> 0 order by ${order}`)
  return found.map(({ id }) => String(id))
}

const orders = {
  '-date': part`number desc`,
  date: part`number`,
  name: part`name_key, number`,
  '-amount': part`amount_minor desc, number desc`,
} as const

for (const seer of seers) {
  const { who, actor } = seer
  for (const sort of ['-date', 'date', 'name', '-amount'] as const)
    test(`${who} is shown those of theirs, once and in this order: ${sort}`, async () => {
      const wanted = await idsOfDay(seer, orders[sort])
      expect(wanted.length).toBeGreaterThan(2000)
      expect(await idsOfEveryPage(app, actor, { ...ofDay, sort })).toEqual(wanted)
    })

  test(`${who} is told how many they are`, async () => {
    const wanted = await idsOfDay(seer, part`number`)
    const [total, counts] = await asSystem(app.db, companyId, async tx => [
      await documentTotal(tx, actor, ofDay),
      await documentCounts(tx, actor, ofDay),
    ])
    const { pending, approved, paid, rejected } = counts
    expect([total, pending + approved + paid + rejected]).toEqual([wanted.length, wanted.length])
  })

  test(`a page takes few orders, asked by ${who}`, async () => {
    const page = async (tx: TenantTx) => {
      const { items } = await documentPage(tx, actor, { ...ofDay, sort: '-date', limit: 20 })
      expect(items).toHaveLength(20)
    }
    expect(await rowsTaken(app.db, companyId, 'document', page)).toBeLessThan(60)
  })
}
