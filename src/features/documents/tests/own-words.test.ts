// Whoever sees some of eight thousand orders and searches a text: theirs are found by every part, and no row of theirs is read for
// a text that none of them has.
import { afterAll, expect, test } from 'vitest'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { documentPage, documentTotal } from '#features/documents/views/list.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { idsOfEveryPage } from '#tests/support/every-page.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'propias', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const providerNamed = (name: string) => cast.make('/api/providers', { name, clientIds: [clientId] })
const [ladrillos, baldosas] = [await providerNamed('Ladrillos'), await providerNamed('Baldosas')]
const people = { companyId, clientId, approverIds, executorId, providerIds: [providerId] }
await loadOrders(app, { ...people, projectId, contractId: cast.billable, count: 8000 })
const join = (name: string) => app.person(companyId, 'approver', cast.address(name), { name: 'Ana' })
const [ana, seated] = [await join('ana'), await join('fuera')]
const projectOf = (name: string, approvers: readonly string[]) =>
  cast.make('/api/projects', {
    name,
    clientId,
    totalMinor: '1000000',
    contractIds: [cast.billable, cast.payable],
    approverIds: approvers,
    executorIds: [],
  })
const own = await projectOf('Álamo', [ana, seated])
const elsewhere = await projectOf('Roble', approverIds)
const isOwn = part`company_id = ${companyId} and number between 5001 and 5500`
for (const statement of [
  sql`update document set project_id = ${own}, name = replace(split_part(name, ' 5', 1), 'Cemento', 'Árido') where ${isOwn}`,
  // Thirty of another project, in which one of the two has a seat.
  sql`update document set project_id = ${elsewhere} where company_id = ${companyId} and number between 4971 and 5000`,
  sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${seated}, 'approved', created_at, created_at, created_at, project_id
    from document where company_id = ${companyId} and project_id = ${elsewhere}`,
  sql`update document set provider_id = ${ladrillos} where ${isOwn} and number % 50 = 0`,
  sql`update document set contract_id = ${cast.payable} where ${isOwn} and number % 70 = 0`,
  sql`update document set invoice_number = 'Nº F-2026/0' || number, invoice_key = 'nof2026' || number where ${isOwn} and number % 20 = 3`,
  sql`update document set amount_minor = 4500050 where ${isOwn} and number % 90 = 0`,
  sql`update provider set status = 'inactive', merged_into = ${ladrillos} where company_id = ${companyId} and id = ${baldosas}`,
  sql`delete from document_tally where company_id = ${companyId}`,
  sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, number % 8, count(*), sum(amount_minor) from document
    where company_id = ${companyId} group by 1, 2, 3, 4, 5`,
])
  await app.tamper(statement)
await writeWords(app.db, { minutes: 0 })([companyId])
await vacuumed(app, 'document')
const actor = actorIn(cast, { userId: ana, role: 'approver' })
const withSeats = actorIn(cast, { userId: seated, role: 'approver' })
const admin = actorIn(cast, { userId: '', role: 'admin' })
const sorts = ['-date', 'name', '-amount'] as const

test.each(sorts)('a text that none of theirs has is answered by an index alone, sorted by %s', async sort => {
  for (const q of ['cemento', 'cemento ladrillos', 'árido proveedores']) {
    const page = async (tx: TenantTx) =>
      expect((await documentPage(tx, actor, { q, sort, limit: 50 })).items).toEqual([])
    // The newest order tells how many there are.
    expect([q, await rowsTaken(app.db, companyId, 'document', page)]).toEqual([q, expect.toSatisfy(isFew)])
    const total = async (tx: TenantTx) => expect(await documentTotal(tx, actor, { q })).toBe(0)
    expect([q, await rowsTaken(app.db, companyId, 'document', total)]).toEqual([q, expect.toSatisfy(isFew)])
  }
})

test('of whoever has seats elsewhere too, the orders with those alone are read', async () => {
  const page = async (tx: TenantTx) => {
    const { items } = await documentPage(tx, withSeats, { q: 'cemento', sort: '-date', limit: 50 })
    expect(items.map(({ projectId: id }) => id)).toEqual(Array(6).fill(elsewhere))
  }
  expect(await rowsTaken(app.db, companyId, 'document', page)).toBeLessThanOrEqual(50)
})

const isFew = (rows: number): boolean => rows <= 10

test.each([
  'árido',
  'ARI',
  'diseño',
  'de diseno',
  'doc',
  'DOC-5123',
  'doc 51',
  '5123',
  '53',
  'doc-5123-alquiler',
  'F-2026/05',
  'nof202650',
  '2026',
  '/05063',
  cast.payable,
  cast.payable.toLowerCase(),
  'ladri',
  'drillos',
  'baldosas',
  'álamo',
  'alamo ladrillos',
  'póliza 5',
  'alquiler 2026',
  '45 000,50',
  '45.000,50 €',
  '45000',
  'árido 45000.5',
])('the orders with «%s» are found among theirs, as anybody finds them', async q => {
  for (const sort of sorts) {
    const found = await idsOfEveryPage(app, actor, { q, sort })
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(await idsOfEveryPage(app, admin, { q, sort, projectId: own }))
    expect(await totalOf(actor, q)).toBe(found.length)
  }
  const query = { q, sort: 'date' } as const
  const inEach = [elsewhere, own].map(id => idsOfEveryPage(app, admin, { ...query, projectId: id }))
  expect(await idsOfEveryPage(app, withSeats, query)).toEqual((await Promise.all(inEach)).flat())
})

const totalOf = (of: Actor, q: string): Promise<number> =>
  asSystem(app.db, companyId, tx => documentTotal(tx, of, { q }))
