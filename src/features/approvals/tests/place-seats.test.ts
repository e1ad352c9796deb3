// Seats of the release before, which do not know the project of their order.
import { afterAll, expect, test } from 'vitest'
import { placeEarlierSeats } from '#features/approvals/commands/place-seats.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
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
