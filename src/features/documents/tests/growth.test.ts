// A page of a list reads hardly more rows than it shows, for whoever asks and however many orders there are.
import { afterAll, expect, test } from 'vitest'
import { documentPage } from '#features/documents/views/list.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { mostRows } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'crece', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId } = cast
const providerIds = [cast.providerId]
for (let n = 1; n < 40; n++)
  providerIds.push(await cast.make('/api/providers', { name: `Suministros ${n}`, clientIds: [clientId] }))
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds }
await loadOrders(app, { ...many, contractId: cast.billable, count: 8000 })
// One of the two approvers leaves the project, and keeps a seat in each of its orders.
const [stays = '', left = ''] = approverIds
await app.tamper(sql`delete from project_approver where company_id = ${companyId} and user_id = ${left}`)
await app.tamper(sql`analyze`)

const actorOf = (userId: string, role: Actor['role']): Actor => ({
  userId,
  sessionId: '',
  companyId,
  name: 'Ana',
  role,
  clientId: role === 'client' ? clientId : null,
  providerId: null,
  zone: 'Europe/Madrid',
  companySuspended: false,
})
const people = {
  administrator: actorOf(executorId, 'admin'),
  client: actorOf(clientId, 'client'),
  approver: actorOf(stays, 'approver'),
  'approver who left the project': actorOf(left, 'approver'),
}
const lists = {
  'newest first': { sort: '-date' },
  'oldest first': { sort: 'date' },
  paid: { sort: '-date', type: 'gasto', status: 'paid' },
  'by provider': { sort: 'provider' },
  'by provider, backwards': { sort: '-provider' },
} as const

for (const [who, actor] of Object.entries(people))
  for (const [name, query] of Object.entries(lists))
    test(`${name}, asked by the ${who}`, async () => {
      const read = await mostRows(app.db, companyId, async tx => {
        expect((await documentPage(tx, actor, { ...query, limit: 50 })).items).toHaveLength(50)
      })
      // Of a table as small as that of the executions here, PostgreSQL reads the whole.
      expect(read).toBeLessThanOrEqual(1000)
    })
