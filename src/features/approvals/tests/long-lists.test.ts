// A thousand orders: the inbox has more than one answer holds, and one order is read as fast as among ten.
import { afterAll, expect, test } from 'vitest'
import { readDocument } from '#features/approvals/views/document.ts'
import { readInbox } from '#features/approvals/views/inbox.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { sql } from '#server/database/sql.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows, rowsTaken } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte', { total: '900000000000' })
const { companyId, projectId, clientId, approverIds, executorId, providerId } = cast
const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [providerId] }
await loadOrders(app, { ...many, contractId: cast.payable, count: 1100 })

type Body = { items: { document: { id: string } }[]; hasMore: boolean }
const ask = async (path: string, as: string | undefined): Promise<Body> =>
  (await app.ask(`/api/${path}/pending`, { as })).body
const oldest = async (state: string, count: number) =>
  (
    await app.tamper(
      sql`select id from document where company_id = ${companyId} and state = ${state} order by number limit ${count}`,
    )
  ).map(({ id }) => id)
const idsOf = ({ items }: Body) => items.map(({ document }) => document.id)

test('the inbox holds the 200 that have waited longest and says that more wait; decided, the next ones follow', async () => {
  const approver = cast.approvers[0]
  const before = await ask('approvals', approver)
  expect(before.hasMore).toBe(true)
  expect(idsOf(before)).toEqual(await oldest('in_approval', 200))
  await app.tamper(sql`update approval set status = 'skipped', updated_at = now()
    where company_id = ${companyId} and status = 'pending' and approver_id = ${approverIds[0]}
      and document_id = any (${idsOf(before).slice(0, 50)}::text[])`)
  const after = await ask('approvals', approver)
  expect(idsOf(after).slice(0, 150)).toEqual(idsOf(before).slice(50))
  expect(idsOf(after)).toHaveLength(200)
})

test('confirmations hold the 200 oldest and say that more wait, and of a list that is whole that it is', async () => {
  const queue = await ask('executions', cast.executor)
  expect(queue.hasMore).toBe(true)
  expect(idsOf(queue)).toEqual(await oldest('approved', 200))
  expect(await ask('executions', cast.approvers[0])).toMatchObject({ items: [], hasMore: false })
  expect(await ask('approvals', cast.executor)).toMatchObject({ items: [], hasMore: false })
})

/** Approver of the project, with a seat in every order. */
const actor = actorIn(cast, { userId: approverIds[0] ?? '', role: 'approver' })

test('the inbox looks up the stages of the orders that it shows, and the balance of their contract once', async () => {
  const taken = (table: string) =>
    rowsTaken(app.db, companyId, table, async tx => {
      expect((await readInbox(tx, actor, {})).items).toHaveLength(200)
    })
  expect(await taken('approval_stage')).toBeLessThanOrEqual(2 * 201)
  expect(await taken('budget_slot')).toBeLessThanOrEqual(17)
})

test('the card of an order of somebody who was never paid reads no other orders', async () => {
  const stranger = await cast.make('/api/providers', { name: 'Nadie aún', clientIds: [clientId] })
  const [documentId = ''] = await oldest('in_approval', 1)
  await app.tamper(sql`update document set provider_id = ${stranger}, previous_state = state
    where company_id = ${companyId} and id = ${documentId}`)
  await app.tamper(sql`analyze document`)
  const read = maxRows(app.db, companyId, async tx => {
    expect(await readDocument(tx, actor, { projectId, documentId })).toMatchObject({ id: documentId })
  })
  expect(await read).toBeLessThanOrEqual(20)
})

test('a page of the orders of a contract reads hardly more than it shows', async () => {
  const query = { contractId: cast.payable, sort: '-date', limit: 50 } as const
  expect(await maxRows(app.db, companyId, tx => documentPage(tx, actor, query))).toBeLessThanOrEqual(110)
})

test('the counts of a project read its counters, and of its orders those that are paid in part', async () => {
  const client = actorIn(cast, { userId: clientId, role: 'client', clientId })
  const read = maxRows(app.db, companyId, tx => documentCounts(tx, client, { projectId }))
  expect(await read).toBeLessThanOrEqual(100)
})
