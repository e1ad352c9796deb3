// Seats outside one's projects are found in three ways, by how many orders and projects there are; each finds the same.
import { afterAll, expect, test } from 'vitest'
import { seatedElsewhere } from '#features/documents/scope.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'asientos', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const [approverId = ''] = approverIds
const people = { companyId, clientId, approverIds, executorId, providerIds: [providerId] }
const ofOthers = [await app.person(companyId, 'approver', cast.address('otra'), { name: 'Eva' })]
const another = await cast.make('/api/projects', {
  name: 'De otros',
  clientId,
  totalMinor: '1000000',
  contractIds: [cast.billable],
  approverIds: ofOthers,
  executorIds: [],
})
for (const project of [projectId, another])
  await loadOrders(app, {
    ...people,
    projectId: project,
    contractId: cast.billable,
    approverIds: project === projectId ? approverIds : ofOthers,
    count: 60,
  })
// A seat in each tenth order of others; those of an older release do not know their project.
await app.tamper(sql`
  insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_at, created_at, updated_at, project_id)
  select company_id, gen_random_uuid(), id, 1, 1, ${approverId}, 'approved', created_at, created_at, created_at,
    case when number % 20 = 0 then project_id end
  from document where company_id = ${companyId} and project_id = ${another} and number % 10 = 0`)
const actor = actorIn(cast, { userId: approverId, role: 'approver' })

const seated = () =>
  asSystem(app.db, companyId, async tx => {
    const found = await tx.all<{ number: number }>(sql`
      select d.number from document d where d.company_id = ${companyId} and ${seatedElsewhere(tx, actor)} order by 1`)
    return found.map(({ number }) => number)
  })

const expected = async () => {
  const found = await app.tamper(sql`
    select number from document where company_id = ${companyId} and project_id = ${another} and number % 10 = 0 order by 1`)
  return found.map(({ number }) => Number(number))
}

const addOrdersOfTheirOwn = () =>
  app.tamper(sql`update document_tally set count = count + 30000
    where company_id = ${companyId} and project_id = ${projectId}`)

const addProjectsOfOthers = () =>
  app.tamper(sql`
    insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
    select company_id, 'PRJ-' || 1000 + k, client_id, 'Obra ' || k, status, currency, total_minor, created_by, created_at, updated_at
    from project cross join generate_series(1, 400) k where company_id = ${companyId} and id = ${another}`)

test('beside few projects of others, the seats in each', async () => {
  expect(await expected()).toHaveLength(6)
  expect(await seated()).toEqual(await expected())
})

test('beside many, all seats at once of somebody with few orders of their own', async () => {
  await addProjectsOfOthers()
  expect(await seated()).toEqual(await expected())
})

test('beside many, those in the projects that have one, of somebody with many', async () => {
  await addOrdersOfTheirOwn()
  expect(await seated()).toEqual(await expected())
})
