// Notices of somebody in whose seats hundreds of orders wait: each is judged by its own order's seats.
import { afterAll, expect, test } from 'vitest'
import { readNoticePage } from '#features/notices/views.ts'
import { sql } from '#server/database/sql.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'avisos', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [providerId] }
const orders = 2000
await loadOrders(app, { ...many, contractId: cast.payable, count: orders })
// The statistics that PostgreSQL has of seats are of before these were given to somebody new.
const approverId = await app.person(companyId, 'approver', 'nueva@avisos.example', {
  name: 'Aprobadora nueva',
})
await app.tamper(sql`alter table approval set (autovacuum_enabled = off)`)
await app.tamper(
  sql`update approval set status = 'approved', decided_at = created_at where company_id = ${companyId}`,
)
await app.tamper(sql`vacuum analyze approval`)
await app.tamper(sql`
  insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at)
  select company_id, gen_random_uuid(), id, 1, 1, ${approverId}, 'pending', created_at, created_at
  from document where company_id = ${companyId} and state = 'in_approval'`)
const noticed = 300
await app.tamper(sql`
  insert into notice (company_id, id, user_id, topic, document_id, facts, created_at)
  select company_id, gen_random_uuid(), ${approverId}, 'approval.requested', id, '{}', now()
  from document where company_id = ${companyId} and state = 'in_approval' order by number limit ${noticed}`)
await app.tamper(sql`analyze notice`)

const approver = actorIn(cast, { userId: approverId, role: 'approver' })

for (const planned of ['for these values', 'for any values'] as const)
  test(`a page of notices reads the seats of its orders, and not all that wait for the person, planned ${planned}`, async () => {
    const read = await maxRows(
      app.db,
      companyId,
      async tx => {
        const page = await readNoticePage(tx, approver, { which: 'current', limit: 25 })
        expect(page.unread).toBe(100)
      },
      planned,
    )
    expect(read).toBeLessThanOrEqual(2 * orders)
  })
