// The payee of a payment: the whole account is read by whoever may confirm it, and by nobody else through any call.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { anotherExecutor, creditorIban, paidAt, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { nextPayDay } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  await payFrom(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const execution = (id: string, as: string | undefined) => app.ask(`/api/documents/${id}/execution`, { as })
/** Days of the company's calendar, whatever its clocks did meanwhile. */
const changedDaysAgo = (days: number) =>
  app.tamper(sql`update provider
    set bank_changed_at = (now() at time zone 'Europe/Madrid' - make_interval(days => ${days})) at time zone 'Europe/Madrid'
    where company_id = ${cast.companyId} and id = ${cast.providerId}`)

const payee = async (id: string, as: string | undefined) => (await execution(id, as)).body.payee

test('whoever may confirm a payment reads holder, account and the text of the transfer', async () => {
  const id = await orders.approved({ invoiceNumber: 'F-2026/19', name: 'Grúa de obra' })
  expect(await payee(id, cast.executor)).toEqual({
    holder: 'Grúas Peña & Hijos',
    account: creditorIban,
    bic: 'COBADEFFXXX',
    concept: `${id} Fra. F-2026/19 Grua de obra`,
    changedDays: null,
    isFormer: false,
    coolsUntil: null,
    payeeCheck: null,
    sharedAccount: null,
  })
})

test('it is the payee that was approved; that the account is new, or another by now, is told', async () => {
  const id = await orders.approved()
  await app.tamper(sql`update provider set name = 'Otro nombre'
    where company_id = ${cast.companyId} and id = ${cast.providerId}`)
  await changedDaysAgo(3)
  expect(await payee(id, cast.executor)).toMatchObject({
    holder: 'Grúas Peña & Hijos',
    changedDays: 3,
    isFormer: false,
  })
  await changedDaysAgo(31)
  await paidAt(app, cast.companyId, cast.providerId, { iban: 'NO9386011117947', bic: 'DNBANOKK' })
  expect(await payee(id, cast.executor)).toMatchObject({
    account: creditorIban,
    bic: 'COBADEFFXXX',
    changedDays: null,
    isFormer: true,
  })
  await payFrom(app, cast)
})

test('of an order to issue, and of one that is not to be paid now, nobody reads it', async () => {
  const issue = await orders.approved({ type: 'emision' })
  const open = await orders.submit()
  const [done, refused] = [await orders.approved(), await orders.approved()]
  await orders.confirm(done, cast.executor)
  await orders.post(`/api/documents/${refused}/execution/rejection`, cast.executor, {
    revision: 1,
    reason: 'Cuenta cerrada',
  })
  const batched = await orders.approved()
  const body = { documentIds: [batched], payOn: nextPayDay() }
  expect((await orders.post('/api/payment-batches', cast.executor, body)).status).toBe(200)
  for (const id of [issue, open, done, refused, batched]) expect(await payee(id, cast.executor)).toBe(null)
})

test('nobody else gets the whole account by any call about the order', async () => {
  const id = await orders.approved()
  const { companyId, clientId, projectId, executorId, address } = cast
  await app.person(companyId, 'client_user', address('empleado'), { clientId })
  const employee = await app.signIn(address('empleado'))
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    select ${companyId}, ${projectId}, id, p.permission from account,
      unnest(array['view', 'edit', 'admin']) p (permission) where email = ${address('empleado')}`)
  await app.person(companyId, 'provider', address('rival'), {
    providerId: await cast.make('/api/providers', { name: 'Rival', clientIds: [clientId] }),
  })
  const rival = await app.signIn(address('rival'))
  const other = await makeCast(app, 'ajena')
  expect((await execution(id, undefined)).status).toBe(401)
  for (const as of [rival, other.executor, other.admin]) expect((await execution(id, as)).status).toBe(404)
  for (const as of [cast.admin, cast.client, cast.approvers[0], employee])
    expect(await payee(id, as)).toBe(null)

  const calls = [
    `/api/documents/${id}/execution`,
    `/api/projects/${projectId}/documents/${id}`,
    `/api/projects/${projectId}/documents/${id}/changes`,
    `/api/documents/${id}/timeline`,
    '/api/documents?limit=100',
    '/api/executions/pending',
    '/api/executions/statement',
    '/api/payment-batches/candidates',
    '/api/approvals/pending',
    `/api/providers/${cast.providerId}`,
    '/api/notices',
  ]
  const readers = [cast.client, cast.approvers[0], employee, rival, other.executor, other.admin]
  for (const path of calls)
    for (const as of readers) {
      const { body } = await app.ask(path, { as })
      expect(JSON.stringify(body), path).not.toContain(creditorIban)
    }
  // The provider reads its own account where it always did; the call about the execution adds nothing.
  await app.person(companyId, 'provider', address('proveedor'), { providerId: cast.providerId })
  expect(await payee(id, await app.signIn(address('proveedor')))).toBe(null)

  // The right goes as it came.
  expect(await payee(id, cast.executor)).not.toBe(null)
  await app.tamper(sql`delete from project_permission
    where company_id = ${companyId} and user_id = ${executorId} and permission = 'execute'`)
  expect((await execution(id, cast.executor)).status).toBe(404)
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${companyId}, ${projectId}, ${executorId}, 'execute')`)
})

test('an executor who decided the order, or whose account others may hold, does not read it', async () => {
  const id = await orders.approved()
  const second = await anotherExecutor(app, cast)
  expect(await payee(id, second)).not.toBe(null)
  await app.tamper(sql`update account set password_given = true where email = ${cast.address('segunda')}`)
  expect(await payee(id, second)).toBe(null)
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${cast.approverIds[0]}, 'execute')`)
  expect((await execution(id, cast.approvers[0])).body).toMatchObject({
    payee: null,
    can: { confirm: { refused: 'approver_cannot_execute' } },
  })
  await app.tamper(sql`delete from project_permission
    where company_id = ${cast.companyId} and user_id = ${cast.approverIds[0]} and permission = 'execute'`)
})
