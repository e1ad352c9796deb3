// Reports read sums that are kept, and not each order, however many there are; and say the same as the orders do.
import { afterAll, expect, test } from 'vitest'
import { countMonths } from '#features/executions/commands/count-months.ts'
import { clientMoney, contractMoney, projectMoney } from '#features/reports/views/money.ts'
import { readWaiting } from '#features/reports/views/waiting.ts'
import { clientReport, companyReport } from '#features/reports/views.ts'
import type { MoneyReportWire } from '#features/reports/wire/money.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFrom } from '#kernel/day.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows, rowsTaken } from '#tests/support/plan.ts'
import { vacuumed } from '#tests/support/vacuum.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'crece', { approvers: 3, total: '900000000000' })
const { companyId, clientId, providerId, executorId } = cast
const [first = '', second = '', third = ''] = cast.approverIds
const contractId = await cast.make('/api/contracts', {
  clientId,
  totalMinor: '900000000000',
  currency: 'EUR',
  overrunPolicy: 'avisar',
  startsOn: '2020-01-01',
  endsOn: '2090-12-31',
  type: 'proveedor',
  providerId,
  description: 'De un solo proyecto',
})
const projectId = await cast.make('/api/projects', {
  name: 'Grande',
  clientId,
  totalMinor: '1000',
  contractIds: [contractId],
  approverIds: [first, second],
  executorIds: [executorId],
})
// The last payment of one is left.
const payments = [0, 1].map(days => ({ dueOn: dayFromToday(days), amountMinor: '50' }))
const orders = ordersOf(app, cast)
const inPart = await orders.submit({ projectId, contractId, amountMinor: '100', payments })
for (const approver of cast.approvers.slice(0, 2)) await orders.decide(inPart, approver)
const paid = await orders.confirm(inPart, cast.executor, { executedOn: dayFromToday(), payment: 1 })
expect(paid.status).toBe(200)
const many = { companyId, projectId, contractId, clientId, executorId, providerIds: [providerId] }
await loadOrders(app, { ...many, approverIds: [first, second], count: 4000 })
await vacuumed(app, 'document')

const actorOf = (userId: string, role: Actor['role'], over: Partial<Actor> = {}) =>
  actorIn(cast, { userId, role, ...over })
const people = {
  administrator: actorOf(executorId, 'admin'),
  client: actorOf(clientId, 'client', { clientId }),
  approver: actorOf(first, 'approver'),
}
type Money = (tx: TenantTx, actor: Actor) => Promise<MoneyReportWire | null>
const ofProject: Money = (tx, actor) => projectMoney(tx, actor, projectId)
const ofContract: Money = (tx, actor) => contractMoney(tx, actor, contractId)
const read = (actor: Actor, view: Money) => asSystem(app.db, companyId, tx => view(tx, actor))

test('the money of a project and of its only contract is what its orders say, before and after months are counted', async () => {
  // A provider may not know of other providers' orders: theirs are read one by one.
  const provider = actorOf(clientId, 'provider', { providerId })
  const said = await read(provider, ofProject)
  expect(said?.lines.map(({ type, year, pending }) => [type, year.count, pending.count])).toEqual([
    ['gasto', 401, 1200],
    ['emision', 0, 1200],
  ])
  for (const count of [() => {}, countMonths(app.db, { minutes: 0 })]) {
    await count([companyId])
    for (const [who, actor] of Object.entries(people))
      for (const view of [ofProject, ofContract]) expect(await read(actor, view), who).toEqual(said)
  }
})

for (const [who, actor] of Object.entries(people)) {
  test(`the money of a project and of its contract reads hardly an order, asked by the ${who}`, async () => {
    for (const view of [ofProject, ofContract]) {
      expect(await rowsTaken(app.db, companyId, 'document', tx => view(tx, actor))).toBeLessThanOrEqual(10)
      expect(await maxRows(app.db, companyId, tx => view(tx, actor), 'for any values')).toBeLessThanOrEqual(
        450,
      )
    }
  })
}

test('the money of a client reads hardly an order', async () => {
  const view: Money = (tx, actor) => clientMoney(tx, actor, clientId)
  for (const actor of [people.administrator, people.client])
    expect(await rowsTaken(app.db, companyId, 'document', tx => view(tx, actor))).toBeLessThanOrEqual(10)
})

test('the report of a client reads the slots of its own contracts, once', async () => {
  // A step that runs three times tells its rows as an average, rounded up.
  const slots = 3 * 17
  const taken = await rowsTaken(app.db, companyId, 'budget_slot', tx => clientReport(tx, people.client))
  expect(taken).toBeLessThanOrEqual(2 * slots)
})

/** Gives some orders another stage, which the third approver decides alone: after the project's, or before it. */
async function addStage(orderIds: readonly string[], place: 'after' | 'before'): Promise<void> {
  const [added, own] = place === 'after' ? [2, 1] : [1, 2]
  await app.tamper(
    sql`update approval_stage set turn = ${own}::int where company_id = ${companyId} and document_id = any (${orderIds}::text[])`,
  )
  await app.tamper(sql`insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis)
    select ${companyId}, id, 1, 2, ${added}::int, 'Otra', 'all', 1, 'pending', 'Flujo general' from unnest(${orderIds}::text[]) id`)
  await app.tamper(sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at)
    select ${companyId}, gen_random_uuid(), id, 1, 2, ${third}, 'pending', now(), now() from unnest(${orderIds}::text[]) id`)
  await app.tamper(
    sql`update document set approvals_total = 3, approvals_pending = 3 where company_id = ${companyId} and id = any (${orderIds}::text[])`,
  )
}

test('who keeps orders waiting is looked up only for orders with open seats of several stages', async () => {
  const today = dayFrom(dayFromToday())
  if (!today) throw new Error('no day')
  const waiting = (tx: TenantTx) => readWaiting(tx, people.administrator, today)
  const counts = async () => {
    const { holders, days } = await asSystem(app.db, companyId, waiting)
    return [
      holders.map(({ userId, count, oldest }) => [userId, count, oldest]),
      days.reduce((sum, { count }) => sum + count, 0),
    ]
  }
  const [oldest, next, ...others] = (
    await app.tamper(
      sql`select id from document where company_id = ${companyId} and state = 'in_approval' order by submitted_at limit 30`,
    )
  ).map(({ id }) => String(id))
  const byId = [first, second].toSorted()
  expect(await counts()).toEqual([byId.map(id => [id, 2400, { id: oldest, projectId }]), 2400])
  await addStage([oldest ?? ''], 'before')
  await addStage(others, 'after')
  expect(await counts()).toEqual([
    [[third, 1, { id: oldest, projectId }], ...byId.map(id => [id, 2399, { id: next, projectId }])],
    2400,
  ])
  expect(await rowsTaken(app.db, companyId, 'approval_stage', waiting)).toBeLessThanOrEqual(3 * 29)
  const broken = Object.keys(await brokenInvariants(app))
  expect(broken.filter(name => name.includes('in approval') || name.includes('tied to'))).toEqual([])
})

test('the months of hundreds of projects are read from an index alone, and by somebody of few projects theirs', async () => {
  for (const statement of [
    sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
      select company_id, 'PRJ-' || n, client_id, name, status, currency, total_minor, created_by, created_at, updated_at
      from project, generate_series(1000, 1399) n where company_id = ${companyId} and id = ${projectId}`,
    sql`insert into execution_month (company_id, project_id, type, month, count, amount_minor)
      select company_id, id, type, date_trunc('month', now() - ago * interval '1 month')::date, 1, 100
      from project, unnest(array['gasto', 'emision']) type, generate_series(1, 24) ago
      where company_id = ${companyId} and id >= 'PRJ-1000' and id < 'PRJ-2'`,
  ])
    await app.tamper(statement)
  await vacuumed(app, 'execution_month')
  const { spend } = await asSystem(app.db, companyId, tx => companyReport(tx, people.administrator))
  expect(spend[0]?.months.slice(0, -1).map(({ gasto }) => Number(gasto.minor))).toEqual(
    Array(11).fill(400 * 100),
  )
  const months = (view: (tx: TenantTx) => Promise<unknown>) =>
    rowsTaken(app.db, companyId, 'execution_month', view)
  expect(await months(tx => companyReport(tx, people.administrator))).toBe(0)
  const ofTwo = actorOf(first, 'client_user', { clientId })
  expect(await months(tx => clientReport(tx, ofTwo))).toBeLessThanOrEqual(2 * 2 * 13)
})
