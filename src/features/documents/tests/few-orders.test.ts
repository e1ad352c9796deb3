// Whoever sees few of eight thousand orders, the oldest ones: no page and no count reads those of others to find theirs.
import { afterAll, expect, test } from 'vitest'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import type { DocumentFilters } from '#features/documents/views/filters.ts'
import { documentPage } from '#features/documents/views/list.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows, rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'pocos', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [providerId] }
await loadOrders(app, { ...many, contractId: cast.billable, count: 8000 })

// The first forty are of another project, client and provider; somebody else has a seat in each, and nothing more.
// Of another project none was rejected; three thousand others are its own.
const join = (name: string) => app.person(companyId, 'approver', cast.address(name), { name: 'Ana' })
const [ofProject, ofSeats, ofLucky] = [await join('obra'), await join('fuera'), await join('suerte')]
const ofMiddling = await join('mediana')
const otherClient = await cast.make('/api/clients', { name: 'Pequeño', email: cast.address('pequeno') })
const otherProvider = await cast.make('/api/providers', { name: 'Suministros', clientIds: [clientId] })
const projectOf = (name: string, approverId: string) =>
  cast.make('/api/projects', {
    name,
    clientId,
    totalMinor: '1000000',
    contractIds: [cast.billable],
    approverIds: [approverId],
    executorIds: [],
  })
const otherProject = await projectOf('Pequeña', ofProject)
const luckyProject = await projectOf('Con suerte', ofLucky)
const middlingProject = await projectOf('Mediana', ofMiddling)
for (const statement of [
  sql`update document set project_id = ${middlingProject} where company_id = ${companyId} and number between 5001 and 5500`,
  sql`update document set project_id = ${luckyProject}
    where company_id = ${companyId} and number between 1000 and 4000 and state <> 'rejected'`,
  sql`update document set project_id = ${otherProject}, client_id = ${otherClient}, provider_id = ${otherProvider}
      where company_id = ${companyId} and number <= 40`,
  sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${ofSeats}, 'approved', created_at, created_at, created_at, project_id
    from document where company_id = ${companyId} and number <= 40`,
  sql`update project set client_id = ${otherClient} where company_id = ${companyId} and id = ${otherProject}`,
  // So many projects that seats are not looked for in each.
  sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
    select company_id, 'PRJ-' || 1000 + k, client_id, 'Obra ' || k, status, currency, total_minor, created_by, created_at, updated_at
    from project cross join generate_series(1, 400) k where company_id = ${companyId} and id = ${otherProject}`,
  sql`delete from document_tally where company_id = ${companyId}`,
  sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from document
    where company_id = ${companyId} group by 1, 2, 3, 4, 5`,
])
  await app.tamper(statement)
await writeWords(app.db, { minutes: 0 })([companyId])
await vacuumed(app, 'document')

const people: { readonly [who: string]: Actor } = {
  'an approver of one project': actorIn(cast, { userId: ofProject, role: 'approver' }),
  'an approver of no project': actorIn(cast, { userId: ofSeats, role: 'approver' }),
  'a client': actorIn(cast, { userId: otherClient, role: 'client', clientId: otherClient }),
  'a provider': actorIn(cast, { userId: executorId, role: 'provider', providerId: otherProvider }),
}
const sorts = ['-date', 'date', '-amount', 'amount', 'name', '-provider', 'due', '-due'] as const
const filters: { readonly [name: string]: DocumentFilters } = {
  all: {},
  'of a type': { type: 'gasto' },
  paid: { status: 'paid' },
  rejected: { status: 'rejected' },
  'of their project': { projectId: otherProject },
  'of a requester': { requesterId: clientId },
  'of a provider': { providerId: otherProvider },
  'of a client': { clientId: otherClient },
  'of a frequent word': { q: 'cemento' },
  'of any day': { createdTo: dayFromToday(1) },
}
const found: { readonly [name: string]: number } = {
  'of a type': 20,
  paid: 4,
  rejected: 4,
  'of a frequent word': 8,
}

for (const [who, actor] of Object.entries(people))
  for (const [name, filter] of Object.entries(filters)) {
    test.each(['for these values', 'for any values'] as const)(
      `${who} lists their orders, ${name}, in each order, planned %s`,
      async planned => {
        for (const sort of sorts) {
          const page = async (tx: TenantTx) => {
            const { items } = await documentPage(tx, actor, { ...filter, sort, limit: 50 })
            expect(items).toHaveLength(found[name] ?? 40)
            expect(items.every(({ providerId: id }) => id === otherProvider)).toBe(true)
          }
          expect([sort, await maxRows(app.db, companyId, page, planned)]).toEqual([
            sort,
            expect.toSatisfy(isFew),
          ])
        }
      },
    )

    test(`${who} is told how many of their orders there are, ${name}`, async () => {
      const counted = async (tx: TenantTx) => {
        const { pending, approved, paid, rejected } = await documentCounts(tx, actor, filter)
        expect(pending + approved + paid + rejected).toBe(found[name] ?? 40)
      }
      expect(await maxRows(app.db, companyId, counted)).toSatisfy(isFew)
    })
  }

/** Of a table as small as that of the executions here, PostgreSQL reads the whole. */
function isFew(rows: number): boolean {
  return rows <= 1000
}

test.each([
  ['an approver of one project', ofProject],
  ['an approver of no project', ofSeats],
])('%s is told that they have none in a project of others, without reading its orders', async (_, userId) => {
  const actor = actorIn(cast, { userId, role: 'approver' })
  for (const planned of ['for these values', 'for any values'] as const) {
    const page = async (tx: TenantTx) => {
      expect((await documentPage(tx, actor, { projectId, sort: '-date', limit: 50 })).items).toEqual([])
    }
    expect(await maxRows(app.db, companyId, page, planned)).toSatisfy(isFew)
  }
})

test.each(sorts)('somebody of whose many orders none was rejected is told so, sorted by %s', async sort => {
  const actor = actorIn(cast, { userId: ofLucky, role: 'approver' })
  for (const query of [{ status: 'rejected' }, { state: 'cancelled' }] as const) {
    const page = async (tx: TenantTx) => {
      expect((await documentPage(tx, actor, { ...query, sort, limit: 50 })).items).toEqual([])
    }
    expect(await maxRows(app.db, companyId, page)).toSatisfy(isFew)
  }
})

test.each(sorts)(
  'five hundred orders of a project, sorted by %s, are read from its index alone',
  async sort => {
    const actor = actorIn(cast, { userId: ofMiddling, role: 'approver' })
    for (const filter of [{}, { status: 'paid' }, { type: 'gasto', status: 'paid' }] as const) {
      const page = async (tx: TenantTx) => {
        expect((await documentPage(tx, actor, { ...filter, sort, limit: 10 })).items).toHaveLength(10)
      }
      // Of the table, what the page shows, and the newest order, which tells how many there are.
      expect(await rowsTaken(app.db, companyId, 'document', page)).toBeLessThanOrEqual(30)
    }
  },
)

test('page after page, each of their orders stands in one page, in the order of the list', async () => {
  for (const actor of Object.values(people))
    for (const sort of sorts) {
      const ids: string[] = []
      for (let after: string | undefined; ; ) {
        const query = { sort, limit: 7, ...(after ? { after } : {}) }
        const page = await asSystem(app.db, companyId, tx => documentPage(tx, actor, query))
        ids.push(...page.items.map(({ id }) => id))
        if (page.next === null) break
        after = page.next
      }
      const down = sort.startsWith('-') ? part`desc` : part`asc`
      const keys = {
        date: part`number`,
        amount: part`amount_minor`,
        name: part`name_key`,
        provider: part`number`,
        due: part`number`,
      }
      const [, key] = Object.entries(keys).find(([by]) => sort.endsWith(by)) ?? []
      const inOrder =
        await app.tamper(sql`select id from document where company_id = ${companyId} and number <= 40
        order by ${key ?? part`number`} ${down}, number ${down}`)
      expect([sort, ids]).toEqual([sort, inOrder.map(({ id }) => id)])
    }
})
