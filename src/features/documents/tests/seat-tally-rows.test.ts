// Somebody who decides thousands of orders of others' projects: once these are tallied, few of them are read to be counted.
import { afterAll, expect, test } from 'vitest'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import { tallySeats, untallyReopened } from '#features/documents/store/seat-tally.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { statement } from '#features/executions/views/statement.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows, rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'decide', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const outsider = await app.person(companyId, 'approver', cast.address('fuera'), { name: 'Ana' })
const people = { clientId, approverIds: [...approverIds, outsider], executorId, providerIds: [providerId] }
await loadOrders(app, { ...people, companyId, projectId, contractId: cast.billable, count: 5000 })
for (const statement of [
  sql`alter table document disable trigger document_moves`,
  // One in fifty is open; a third of the seats do not know their project, as the oldest release left them.
  sql`update document set state = 'executed', previous_state = 'approved', approvals_approved = approvals_total, approvals_pending = 0
    where company_id = ${companyId} and state <> 'rejected' and number % 50 <> 0`,
  sql`alter table document enable trigger document_moves`,
  sql`update approval a set project_id = d.project_id from document d
    where d.company_id = a.company_id and d.id = a.document_id and d.number % 3 <> 0`,
  sql`delete from document_tally where company_id = ${companyId}`,
  sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
    select company_id, project_id, type, state, 0, count(*), sum(amount_minor) from document group by 1, 2, 3, 4`,
])
  await app.tamper(statement)
const actor = actorIn(cast, { userId: outsider, role: 'approver' })

const views = {
  'tab counts': (tx: TenantTx) => documentCounts(tx, actor, {}),
  'the statement': (tx: TenantTx) => statement(tx, actor),
  'a list by name': (tx: TenantTx) => documentPage(tx, actor, { sort: 'name', limit: 20 }),
  'a list of the rejected': (tx: TenantTx) =>
    documentPage(tx, actor, { status: 'rejected', sort: '-date', limit: 20 }),
  'the rejected by amount': (tx: TenantTx) =>
    documentPage(tx, actor, { status: 'rejected', sort: 'amount', limit: 20 }),
}
const told = () =>
  asSystem(app.db, companyId, async tx => {
    const all: unknown[] = []
    for (const view of Object.values(views)) all.push(await view(tx))
    return all
  })

test('they are told the same, and tab counts, the statement and the rejected are read from few rows', async () => {
  for (const table of ['approval', 'document']) await vacuumed(app, table)
  const taken = (name: keyof typeof views) => rowsTaken(app.db, companyId, 'document', tx => views[name](tx))
  const before = await told()
  for (const name of ['tab counts', 'the rejected by amount'] as const)
    expect(await taken(name), name).toBeGreaterThan(4000)
  await tallyAllSeats(app.db)([companyId])
  for (const table of ['approval', 'document', 'seat_tally']) await vacuumed(app, table)
  expect(await told()).toEqual(before)
  // The statement looks for the last payments among all executions of the company, here five hundred; as many are
  // rejected.
  for (const [name, most] of [
    ['tab counts', { taken: 200, read: 200 }],
    ['the statement', { taken: 200, read: 600 }],
    ['the rejected by amount', { taken: 800, read: 700 }],
  ] as const) {
    expect(await taken(name), name).toBeLessThan(most.taken)
    for (const plan of ['for these values', 'for any values'] as const) {
      const read = await maxRows(app.db, companyId, tx => views[name](tx), plan)
      expect(read, `${name} ${plan}`).toBeLessThan(most.read)
    }
  }
})

test('housekeeping that has nothing to do reads the open orders and their seats alone', async () => {
  const again = (tx: TenantTx) =>
    Promise.all([untallyReopened(tx, 500), tallySeats(tx, { after: '', most: 500 })])
  for (const plan of ['for these values', 'for any values'] as const)
    expect(await maxRows(app.db, companyId, again, plan), plan).toBeLessThan(400)
})
