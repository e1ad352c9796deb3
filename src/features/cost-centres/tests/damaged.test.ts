// Whoever owns the database can change any row of a centre: what is verified finds each change, and names it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

test.each<[string, (id: string) => [damage: Sql, repair: Sql], string]>([
  [
    'a line of the ledger that says more',
    id => [
      sql`update cost_centre_entry set requested_minor = requested_minor + 1 where cost_centre_id = ${id}`,
      sql`update cost_centre_entry set requested_minor = requested_minor - 1 where cost_centre_id = ${id}`,
    ],
    'the ledger of each order says where it stands, in its cost centre and the year of its submission',
  ],
  [
    'a stored sum that says less',
    id => [
      sql`update cost_centre_slot set requested_minor = requested_minor - 1 where cost_centre_id = ${id}`,
      sql`update cost_centre_slot set requested_minor = requested_minor + 1 where cost_centre_id = ${id}`,
    ],
    'a cost centre’s roll-up equals its ledger, in each year',
  ],
  [
    'a ledger of another year than the order’s',
    id => [
      sql`update cost_centre_entry set year = year + 1 where cost_centre_id = ${id}`,
      sql`update cost_centre_entry set year = year - 1 where cost_centre_id = ${id}`,
    ],
    'a cost centre’s roll-up equals its ledger, in each year',
  ],
  [
    'an order that is taken out of its centre',
    id => [
      sql`update document set cost_centre_year = cost_centre_year + 1 where cost_centre_id = ${id}`,
      sql`update document set cost_centre_year = cost_centre_year - 1 where cost_centre_id = ${id}`,
    ],
    'the ledger of each order says where it stands, in its cost centre and the year of its submission',
  ],
  [
    'a budget that nobody set',
    id => [
      sql`update cost_centre_budget set total_minor = total_minor + 1 where cost_centre_id = ${id}`,
      sql`update cost_centre_budget set total_minor = total_minor - 1 where cost_centre_id = ${id}`,
    ],
    'a year’s budget is what was last set',
  ],
])('%s is found', async (_, damageFor, promise) => {
  const { centre, orders } = await centresIn(app, `dano-${crypto.randomUUID().slice(0, 8)}`)
  const id = await centre({ code: 'OBR' }, '50000')
  await orders.submit({ costCentreId: id })
  expect(await brokenInvariants(app)).toEqual({})
  const [damage, repair] = damageFor(id)
  await app.tamper(damage)
  expect(Object.keys(await brokenInvariants(app))).toContain(promise)
  await app.tamper(repair)
  expect(await brokenInvariants(app)).toEqual({})
})
