// Seats of the release before, which do not know the project of their order.
import { afterAll, expect, test, vi } from 'vitest'
import { placeEarlierSeats } from '#features/approvals/commands/place-seats.ts'
import { moveSeats } from '#features/approvals/store.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { makeCast, ordersOf, shareProject, startProduct } from '#tests/support/cast.ts'
import { waitingForLock } from '#tests/support/locks.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct()
afterAll(() => app.stop())

test('somebody who left the project counts the orders of their seats, before and after these are placed', async () => {
  const cast = await makeCast(app, 'sitio')
  const orders = ordersOf(app, cast)
  await orders.submit()
  await orders.submit({ name: 'Otro' })
  const [left = ''] = cast.approverIds
  await app.tamper(
    sql`delete from project_approver where company_id = ${cast.companyId} and user_id = ${left}`,
  )
  const unplaced = async () =>
    (
      await app.tamper(
        sql`select id from approval where company_id = ${cast.companyId} and project_id is null`,
      )
    ).length
  const counted = async () => (await app.ask('/api/documents/counts', { as: cast.approvers[0] })).body.pending
  expect([await unplaced(), await counted()]).toEqual([0, 2])
  await app.tamper(sql`update approval set project_id = null where company_id = ${cast.companyId}`)
  expect([await unplaced(), await counted()]).toEqual([4, 2])
  await placeEarlierSeats(app.db)([cast.companyId])
  expect([await unplaced(), await counted()]).toEqual([0, 2])
  expect(await brokenInvariants(app)).toEqual({})
})

test('an order that moves to another project while its seats are placed takes them along', async () => {
  const cast = await makeCast(app, 'mudanza')
  const { companyId } = cast
  const id = await ordersOf(app, cast).submit()
  const another = await shareProject(cast, cast.approverIds)
  await app.tamper(sql`update approval set project_id = null where company_id = ${companyId}`)
  let placing: Promise<void> | undefined
  await asSystem(app.db, companyId, async tx => {
    await tx.run(
      sql`update document set project_id = ${another} where company_id = ${companyId} and id = ${id}`,
    )
    await moveSeats(tx, id, another)
    placing = placeEarlierSeats(app.db)([companyId])
    await vi.waitUntil(async () => (await waitingForLock(app)) > 0, { timeout: 10_000 })
  })
  await placing
  const found = await app.tamper(
    sql`select distinct project_id from approval where company_id = ${companyId} and document_id = ${id}`,
  )
  expect(found).toEqual([{ project_id: another }])
})
