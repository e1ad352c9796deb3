// The desk: what the menu says that waits is what the inbox and the queue show, for nobody else, and cheap to ask.
import { afterAll, describe, expect, test } from 'vitest'
import { countLabel, dutyLabel } from '#features/executions/rules/desk.ts'
import { readDesk } from '#features/executions/views/desk.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())

const cast = await makeCast(app, 'mesa')
const orders = ordersOf(app, cast)
await orders.submit()
await orders.approved()
await orders.approved()

const desk = async (as: string | undefined) => (await app.ask('/api/session/desk', { as })).body
const shown = async (as: string | undefined) => {
  const [inbox, queue] = [
    (await app.ask('/api/approvals/pending', { as })).body.items,
    (await app.ask('/api/executions/pending', { as })).body.items,
  ]
  const ids = inbox.map(({ document }: { document: { id: string } }) => document.id)
  return { approvals: new Set(ids).size, confirmations: queue.length }
}

describe('the desk of a company', () => {
  test('counts what the inbox and the queue show, and says who approves and who executes', async () => {
    expect(await desk(cast.approvers[0])).toEqual({
      approvals: 1,
      confirmations: 0,
      releases: 0,
      approves: true,
      executes: false,
      receives: false,
    })
    expect(await desk(cast.executor)).toEqual({
      approvals: 0,
      confirmations: 2,
      releases: 0,
      approves: false,
      executes: true,
      receives: false,
    })
    for (const as of [...cast.approvers, cast.executor, cast.client, cast.admin])
      expect(await desk(as)).toMatchObject(await shown(as))
  })

  test('says who receives invoices: the administration and the client', async () => {
    for (const as of [cast.admin, cast.client]) expect(await desk(as)).toMatchObject({ receives: true })
  })

  test('counts an order once for whoever decides it for two people, and follows each decision', async () => {
    const toId = await app.person(cast.companyId, 'approver', cast.address('relevo'))
    const substitute = await app.signIn(cast.address('relevo'))
    const today = dayFromInstant(clock.now(), 'Europe/Madrid')
    const idle = {
      approvals: 0,
      confirmations: 0,
      releases: 0,
      approves: false,
      executes: false,
      receives: false,
    }
    expect(await desk(substitute)).toEqual(idle)
    for (const fromId of cast.approverIds) {
      const mandate = { fromId, toId, startsOn: today, endsOn: today }
      expect((await orders.post('/api/delegations', cast.admin, mandate)).status).toBe(200)
    }
    expect(await desk(substitute)).toMatchObject({ approvals: 1, approves: true })
    expect(await desk(substitute)).toMatchObject(await shown(substitute))
    const { items } = (await app.ask('/api/approvals/pending', { as: cast.approvers[0] })).body
    await orders.decide(items[0].document.id, cast.approvers[0])
    expect(await desk(cast.approvers[0])).toMatchObject({ approvals: 0, approves: true })
  })

  test('is nobody’s who is not signed in, and empty in another company and for a provider', async () => {
    expect((await app.ask('/api/session/desk')).status).toBe(401)
    const other = await makeCast(app, 'otramesa')
    const nothing = { approvals: 0, confirmations: 0 }
    for (const as of [other.admin, other.executor, ...other.approvers])
      expect(await desk(as)).toMatchObject(nothing)
    await app.person(cast.companyId, 'provider', cast.address('suministra'), { providerId: cast.providerId })
    const provider = await app.signIn(cast.address('suministra'))
    expect(await desk(provider)).toEqual({
      ...nothing,
      releases: 0,
      approves: false,
      executes: false,
      receives: false,
    })
  })
})

test('thousands of orders are counted to a hundred, and a few hundred rows are read for it', async () => {
  const crowd = await makeCast(app, 'colmada', { total: '900000000000' })
  const { companyId, projectId, clientId, approverIds, executorId, billable: contractId } = crowd
  const people = { companyId, projectId, clientId, approverIds, executorId }
  await loadOrders(app, { ...people, providerIds: [crowd.providerId], contractId, count: 4000 })
  await app.tamper(sql`analyze`)
  expect(await desk(crowd.approvers[0])).toMatchObject({ approvals: 100, confirmations: 0 })
  expect(await desk(crowd.executor)).toMatchObject({ approvals: 0, confirmations: 100 })
  for (const userId of [approverIds[0] ?? '', executorId, clientId]) {
    const rows = await maxRows(app.db, companyId, tx =>
      readDesk(
        tx,
        actorIn(cast, {
          userId,
          role: userId === clientId ? 'client' : 'approver',
          clientId: userId === clientId ? clientId : null,
        }),
      ),
    )
    expect(rows, userId).toBeLessThanOrEqual(400)
  }
})

test('a count ends at 99+, and the name of a duty says who pays', () => {
  expect([0, 1, 99, 100].map(countLabel)).toEqual([null, '1', '99', '99+'])
  const [neither, pays, both] = [
    { approves: true, executes: false },
    { approves: false, executes: true },
    { approves: true, executes: true },
  ]
  expect([neither, pays, both].map(duties => dutyLabel('approver', duties))).toEqual([
    'Aprobador',
    'Tesorería',
    'Aprobador y tesorería',
  ])
  expect([neither, pays, both].map(duties => dutyLabel('client_user', duties))).toEqual([
    'Usuario de cliente',
    'Tesorería de cliente',
    'Usuario de cliente',
  ])
  expect(dutyLabel('admin', pays)).toBe('Empresa')
})
