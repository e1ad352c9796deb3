// Sums by month are the same before their executions are counted, after it, and beside those still to be counted.
import { afterAll, expect, test } from 'vitest'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte', { total: '50000' })
const other = await makeCast(app, 'beta', { companyId: cast.companyId, total: '50000' })

async function pay(by: typeof cast, amountMinor: string): Promise<string> {
  const orders = ordersOf(app, by)
  const id = await orders.approved({ amountMinor })
  expect((await orders.confirm(id, by.executor, { executedOn: dayFromToday() })).status).toBe(200)
  return id
}
/** Person of the first client: sees its project, and one order of the other's for a seat alone. */
async function clientUser(paidElsewhere: string): Promise<string> {
  const email = 'mira@pruebas.example'
  const userId = await app.person(cast.companyId, 'client_user', email, { clientId: cast.clientId })
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${userId}, 'view')`)
  await app.tamper(sql`update approval set approver_id = ${userId} where company_id = ${cast.companyId}
    and id = (select min(id::text)::uuid from approval
      where company_id = ${cast.companyId} and document_id = ${paidElsewhere})`)
  return app.signIn(email)
}

const counted = async () => (await app.tamper(sql`select sum(count)::int as n from execution_month`))[0]?.n

test('for everybody who reads them', async () => {
  await pay(cast, '1000')
  const elsewhere = await pay(other, '20')
  await pay(other, '300')
  const seated = await clientUser(elsewhere)
  const paid = async (url: string, as: string): Promise<string> =>
    (await app.ask(url, { as })).body.spend[0].total.gasto.minor
  const sums = async () => [
    await paid('/api/reports/company', cast.admin),
    await paid('/api/reports/client', cast.client),
    await paid('/api/reports/client', other.client),
    await paid('/api/reports/client', seated),
  ]
  expect(await sums()).toEqual(['1320', '1000', '320', '1020'])
  // Twice at once: each execution is counted by one of them.
  const count = () => countMonths(app.db, { minutes: 0 })([cast.companyId])
  await Promise.all([count(), count()])
  expect(await counted()).toBe(3)
  expect(await sums()).toEqual(['1320', '1000', '320', '1020'])
  await pay(cast, '5')
  expect(await sums()).toEqual(['1325', '1005', '320', '1025'])
  await count()
  expect(await sums()).toEqual(['1325', '1005', '320', '1025'])
  expect(await counted()).toBe(4)
  const broken = await brokenInvariants(app)
  expect(Object.keys(broken).filter(name => name.includes('month'))).toEqual([])
})
