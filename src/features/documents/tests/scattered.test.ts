// Whoever sees nine hundred of 16,000 orders, each for a seat alone: what they list is right, and few of theirs are read for it.
import { afterAll, expect, test, vi } from 'vitest'
import { documentList } from '#features/documents/list.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { partiesOfOrders } from '#features/documents/views/parties.ts'
import { type Part, part, type Sql, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { idsOfEveryPage } from '#tests/support/every-page.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'dispersa', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const providerNamed = (name: string) => cast.make('/api/providers', { name, clientIds: [clientId] })
const abaco = await providerNamed('Ábaco')
const zinc = await providerNamed('Zinc')
const ofOthers = await providerNamed('Ladrillos')
await providerNamed('Nadie')
const people = { companyId, clientId, approverIds, executorId, providerIds: [providerId, abaco, zinc] }
const another = await cast.make('/api/projects', {
  name: 'Otra',
  clientId,
  totalMinor: '1000000',
  contractIds: [cast.billable],
  approverIds,
  executorIds: [],
})
for (const project of [projectId, another])
  await loadOrders(app, { ...people, projectId: project, contractId: cast.billable, count: 8000 })
const outsider = await app.person(companyId, 'approver', cast.address('fuera'), { name: 'Ana' })
const actor = actorIn(cast, { userId: outsider, role: 'approver' })
const isTheirs = part`('x' || substr(md5(number::text), 1, 6))::bit(24)::int % 17 = 0`
for (const statement of [
  sql`update document set due_on = date '2026-03-01' + (number * 31) % 400, planned_minor = amount_minor,
      name = (array['Árido', 'Bóveda', 'Cal'])[1 + (number / 7) % 3] || ' ' || (number / 5) % 300
    where company_id = ${companyId} and number % 11 <> 1`,
  // One order in seventeen, whatever it has; of one provider, none.
  sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${outsider}, 'approved', created_at, created_at, created_at, project_id
    from document where company_id = ${companyId} and ${isTheirs}`,
  sql`update document set provider_id = ${ofOthers} where company_id = ${companyId} and number % 4 = 1 and not (${isTheirs})`,
])
  await app.tamper(statement)
await vacuumed(app, 'document')

const keys: { readonly [by: string]: Part } = {
  date: part`number`,
  amount: part`amount_minor`,
  name: part`name_key`,
  provider: part`(select search from provider p where p.company_id = d.company_id and p.id = d.provider_id)`,
  due: part`coalesce(due_on, '2200-12-31')`,
  '-due': part`coalesce(due_on, '1900-01-01')`,
}

/** Ids of the outsider's orders, sorted by PostgreSQL all at once. */
async function idsInOrder(sort: string, condition: Part): Promise<readonly string[]> {
  const [by, direction] = sort.startsWith('-') ? [sort.slice(1), part`desc`] : [sort, part`asc`]
  const key = keys[sort] ?? keys[by] ?? part`number`
  const found = await app.tamper(sql`
    select id from document d where company_id = ${companyId} and ${condition} and exists (select from approval a
      where a.company_id = d.company_id and a.document_id = d.id and a.approver_id = ${outsider})
    order by ${key} ${direction}, number ${direction}`)
  return found.map(({ id }) => String(id))
}

const filters = [
  { name: 'all', query: {}, condition: part`true` },
  {
    name: 'of a type, paid',
    query: { type: 'gasto', status: 'paid' },
    condition: part`type = 'gasto' and state = 'executed'`,
  },
  { name: 'rejected', query: { status: 'rejected' }, condition: part`state = 'rejected'` },
] as const

for (const { name, query, condition } of filters)
  test.each(documentList.sorts)(
    `${name}, sorted by %s, come once and in this order, to the last page`,
    async sort => {
      const wanted = await idsInOrder(sort, condition)
      expect(wanted.length).toBeGreaterThan(30)
      expect(await idsOfEveryPage(app, actor, { ...query, sort })).toEqual(wanted)
    },
  )

test.each(['-amount', 'amount', '-name', 'name', '-provider', 'provider', '-due', 'due'] as const)(
  'a page sorted by %s takes few orders',
  async sort => {
    const page = async (tx: TenantTx) => {
      expect((await documentPage(tx, actor, { sort, limit: 20 })).items).toHaveLength(20)
    }
    expect(await rowsTaken(app.db, companyId, 'document', page)).toBeLessThan(150)
  },
)

test.each(['-date', 'date', '-name', 'name'] as const)(
  'a page of rejected ones, sorted by %s, takes few orders',
  async sort => {
    const page = async (tx: TenantTx) => {
      const { items } = await documentPage(tx, actor, { status: 'rejected', sort, limit: 20 })
      expect(items).toHaveLength(20)
    }
    expect(await rowsTaken(app.db, companyId, 'document', page)).toBeLessThan(150)
  },
)

test('an order that leaves the filter while its page is found stays on it, and the list goes on', async () => {
  const query = { status: 'paid', sort: 'name', limit: 20 } as const
  const [first] = (await asSystem(app.db, companyId, tx => documentPage(tx, actor, query))).items
  const setState = (state: string) =>
    app.tamper(
      sql`update document set state = ${state} where company_id = ${companyId} and id = ${first?.id ?? ''}`,
    )
  const page = await asSystem(app.db, companyId, tx => {
    const all = tx.all.bind(tx)
    vi.spyOn(tx, 'all').mockImplementation(async (statement: Sql) => {
      // The rows of the page are asked for last, with the key that they are sorted by.
      if (statement.text.includes('as sort_key')) await setState('approved')
      return all(statement)
    })
    return documentPage(tx, actor, query)
  })
  await setState('executed')
  expect(page.items).toHaveLength(20)
  expect(page.items[0]).toMatchObject({ id: first?.id, state: 'approved' })
  expect(page.next).not.toBeNull()
})

test('the providers to filter by are those of their orders, and are found without reading each order', async () => {
  const named = async (tx: TenantTx, q: string) => {
    const { items } = await partiesOfOrders(tx, actor, { kind: 'provider', q })
    return items.map(({ name }) => name)
  }
  const all = ['Ábaco', 'Proveedor dispersa', 'Zinc']
  expect(await asSystem(app.db, companyId, tx => named(tx, ''))).toEqual(all)
  const few = async (tx: TenantTx) => {
    expect(await named(tx, 'zinc')).toEqual(['Zinc'])
  }
  expect(await rowsTaken(app.db, companyId, 'document', few)).toBeLessThan(150)
})
