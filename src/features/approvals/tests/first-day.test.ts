// A company that has just brought its orders, of which PostgreSQL has no statistics yet: they are not read once for each other.
import { afterAll, expect, test } from 'vitest'
import { readInbox } from '#features/approvals/views/inbox.ts'
import { sql } from '#server/database/sql.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { rowsTaken } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'estrena', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [providerId] }
await app.tamper(sql`analyze`)
const withoutStatistics: typeof app.tamper = async statement =>
  statement.text.startsWith('analyze') ? [] : app.tamper(statement)
await loadOrders({ tamper: withoutStatistics }, { ...many, contractId: cast.payable, count: 600 })

test('an inbox of two hundred seats reads each stage a few times', async () => {
  const actor = actorIn(cast, { userId: approverIds[0] ?? '', role: 'approver' })
  const taken = await rowsTaken(app.db, companyId, 'approval_stage', async tx => {
    expect((await readInbox(tx, actor, {})).items).toHaveLength(200)
  })
  expect(taken).toBeLessThan(2500)
})
