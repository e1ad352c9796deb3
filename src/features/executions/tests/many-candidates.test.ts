// Of thousands of payments that wait, an executor's next batch reads what five hundred need, order by order.
import { afterAll, expect, test } from 'vitest'
import { maxDocuments } from '#features/executions/rules/batch.ts'
import { candidates } from '#features/executions/views/candidates.ts'
import {
  readProjectWithStanding,
  type StandingColumns,
  standingColumns,
  standingFromColumns,
} from '#features/projects/store/standing.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows, rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'paga', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [cast.providerId] }
await loadOrders(app, { ...many, contractId: cast.billable, count: 4000 })
const substitute = await app.person(companyId, 'approver', cast.address('suple'), { name: 'Suplente' })
for (const statement of [
  sql`update document set type = 'gasto', state = 'approved', previous_state = 'in_approval',
    approvals_approved = approvals_total, approvals_pending = 0
    where company_id = ${companyId} and state in ('in_approval', 'approved')`,
  // Each was decided by a substitute.
  sql`update approval set status = 'approved', decided_at = created_at, decided_by = ${substitute}
    where company_id = ${companyId} and status in ('pending', 'approved')`,
])
  await app.tamper(statement)
await vacuumed(app, 'approval')

const actor = actorIn(cast, { userId: executorId, role: 'approver' })
const view = (tx: TenantTx) => candidates(tx, actor, {})

test('the oldest five hundred are offered, those asked for before them, and it is told that there are more', async () => {
  const ids = async (orders: string) => {
    const { items, hasMore } = await asSystem(app.db, companyId, tx => candidates(tx, actor, { orders }))
    expect(hasMore).toBe(true)
    return items.map(({ document }) => document.id)
  }
  const found =
    await app.tamper(sql`select id from document where company_id = ${companyId} and state = 'approved'
    and type = 'gasto' order by updated_at, number`)
  const waiting = found.map(({ id }) => String(id))
  const last = waiting.at(-1) ?? ''
  expect(await ids('')).toEqual(waiting.slice(0, maxDocuments))
  expect(await ids(last)).toEqual([last, ...waiting.slice(0, maxDocuments - 1)])
})

test('the seats are read of those alone that are offered, and of the next one, which tells that there are more', async () => {
  const seats = (maxDocuments + 1) * approverIds.length
  expect(await rowsTaken(app.db, companyId, 'approval', view)).toBeLessThanOrEqual(seats)
  expect(await maxRows(app.db, companyId, view, 'for any values')).toBeLessThanOrEqual(4000)
})

test('what a person holds in a project is the same beside hundreds of orders', async () => {
  await app.tamper(sql`insert into member_permission (company_id, user_id, permission)
    values (${companyId}, ${substitute}, 'approve')`)
  const people = [
    actor,
    actorIn(cast, { userId: approverIds[0] ?? '', role: 'approver' }),
    actorIn(cast, { userId: substitute, role: 'approver' }),
    actorIn(cast, { userId: clientId, role: 'client', clientId }),
    actorIn(cast, { userId: substitute, role: 'provider', providerId: cast.providerId }),
  ]
  for (const who of people) {
    const [row, project] = await asSystem(app.db, companyId, tx =>
      Promise.all([
        tx.one<StandingColumns>(sql`select ${standingColumns(who)} from project p
          where p.company_id = ${companyId} and p.id = ${projectId}`),
        readProjectWithStanding(tx, who, projectId),
      ]),
    )
    expect(row && standingFromColumns(row)).toEqual(project?.standing)
  }
})
