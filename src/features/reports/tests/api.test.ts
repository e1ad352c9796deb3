import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'

let app: TestApp
let cast: Cast
let other: Cast
let foreign: Cast
let clientUser = ''
let newcomer = ''
const ofCompany = '/api/reports/company'
const ofClient = '/api/reports/client'

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte', { total: '50000' })
  other = await makeCast(app, 'beta', { companyId: cast.companyId, total: '40000' })
  foreign = await makeCast(app, 'sur')
  clientUser = await userOf('mira')
  newcomer = await userOf('nueva')
  const permit = await app.ask(`/api/projects/${cast.projectId}/permissions`, { as: cast.admin })
  expect(permit.status).toBe(200)
  const mira = permit.body.candidates.find(({ email }: { email: string }) => email.startsWith('mira'))
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${mira.userId}, 'view')`)
  await ordersAreMade()
})
afterAll(() => app?.stop())

async function userOf(who: string): Promise<string> {
  const email = `${who}@pruebas.example`
  await app.person(cast.companyId, 'client_user', email, { clientId: cast.clientId })
  return app.signIn(email)
}

const monthBefore = dayFromToday(-32)

/** Paid 100 € this month, 600 € approved in a contract of 500 €; one waits, one came back, one is blocked. */
async function ordersAreMade(): Promise<void> {
  const orders = ordersOf(app, cast)
  const paid = await orders.approved({ amountMinor: '10000' })
  expect((await orders.confirm(paid, cast.executor, { executedOn: dayFromToday() })).status).toBe(200)
  await orders.approved({ amountMinor: '50000' })
  const waiting = await orders.submit({ amountMinor: '100' })
  await orders.decide(waiting, cast.approvers[0])
  const back = await orders.submit({ amountMinor: '100' })
  const comment = 'Falta el presupuesto'
  expect((await orders.decide(back, cast.approvers[0], 'return', { comment })).status).toBe(200)
  const stuck = await orders.submit({ amountMinor: '100' })
  await app.tamper(sql`update document set previous_state = state, state = 'blocked', block_cause = 'no_approver',
    submitted_at = submitted_at - interval '9 days' where company_id = ${cast.companyId} and id = ${stuck}`)
  await app.tamper(sql`update document_tally set state = 'blocked' where company_id = ${cast.companyId}
    and state = 'in_approval' and slot = ${Number(stuck.slice(4)) % 8}`)
  const beta = ordersOf(app, other)
  const issued = await beta.approved({ type: 'emision', amountMinor: '30000' })
  expect(
    (await beta.confirm(issued, other.executor, { executedOn: monthBefore, comment: 'Se registra tarde' }))
      .status,
  ).toBe(200)
}

const read = async (url: string, as: string) => {
  const answer = await app.ask(url, { as })
  expect(answer.status).toBe(200)
  return answer.body
}
const amounts = ({ spend }: { spend: Spend[] }) =>
  spend.map(({ currency, total }) => [currency, total.gasto.minor, total.emision.minor])
type Spend = { currency: string; total: { gasto: { minor: string }; emision: { minor: string } } }
const ids = (contracts: readonly { id: string }[]) => contracts.map(({ id }) => id)

describe('the company’s report', () => {
  test('is its administrators’ alone', async () => {
    expect((await app.ask(ofCompany)).status).toBe(401)
    for (const as of [cast.client, clientUser, cast.executor, cast.approvers[0]])
      expect((await app.ask(ofCompany, { as })).status).toBe(403)
    expect((await app.ask(`${ofCompany}?q=%00&limit=-1`, { as: cast.admin })).status).toBe(200)
  })

  test('counts what waits, and for how long', async () => {
    const { figures, ageing, warningDays } = await read(ofCompany, cast.admin)
    expect(figures).toEqual({ inApproval: 1, blocked: 1, returned: 1, toConfirm: 1, executionRejected: 0 })
    expect([ageing, warningDays]).toEqual([{ fresh: 2, halfway: 0, late: 1 }, 5])
  })

  test('names who holds what waits: the approver whose turn it is, the requester, and nobody what is blocked', async () => {
    const { holders } = await read(ofCompany, cast.admin)
    expect(holders).toMatchObject([
      { userId: null, name: null, count: 1, oldestDays: 9 },
      { userId: cast.approverIds[1], name: 'Aprobador 1 Pérez', count: 1, oldestDays: 0 },
      { userId: cast.clientId, count: 1, oldestDays: 0 },
    ])
    for (const { oldest } of holders)
      expect(
        (await app.ask(`/api/projects/${oldest.projectId}/documents/${oldest.id}`, { as: cast.admin }))
          .status,
      ).toBe(200)
  })

  test('shows the fullest contracts first, and those that are exceeded', async () => {
    const { contracts, exceeded } = await read(ofCompany, cast.admin)
    expect(ids(contracts).slice(0, 2)).toEqual([cast.payable, other.billable])
    expect(contracts).toHaveLength(4)
    expect(ids(exceeded)).toEqual([cast.payable])
  })

  test('lists contracts that end within sixty days on the company’s wall, not those that have ended', async () => {
    const ends = (id: string, days: number) =>
      app.tamper(sql`update contract set ends_on = current_date + ${days}::int
        where company_id = ${cast.companyId} and id = ${id}`)
    await ends(cast.billable, 40)
    await ends(other.billable, 62)
    await ends(other.payable, -2)
    const { ending } = await read(ofCompany, cast.admin)
    expect(ending.map(({ contract }: { contract: { id: string } }) => contract.id)).toEqual([cast.billable])
    expect(Math.abs(ending[0].days - 40)).toBeLessThanOrEqual(1)
  })

  test('adds what was paid and issued, per month and type', async () => {
    const { spend } = await read(ofCompany, cast.admin)
    expect(amounts({ spend })).toEqual([['EUR', '10000', '30000']])
    const [{ months }] = spend
    expect(months).toHaveLength(12)
    expect(
      months.find(({ month }: { month: string }) => month === monthBefore.slice(0, 7)).emision.minor,
    ).toBe('30000')
  })

  test('says nothing of another company', async () => {
    const { figures, contracts, holders, spend, hasOrders } = await read(ofCompany, foreign.admin)
    expect(Object.values(figures)).toEqual([0, 0, 0, 0, 0])
    expect([holders, spend, hasOrders]).toEqual([[], [], false])
    expect(contracts.map(({ clientId }: { clientId: string }) => clientId)).toEqual([
      foreign.clientId,
      foreign.clientId,
    ])
  })

  test('of a company without anything is zeros', async () => {
    const empty = await app.company('free', 'Vacía')
    await app.person(empty, 'admin', 'sola@pruebas.example')
    const report = await read(ofCompany, await app.signIn('sola@pruebas.example'))
    expect([report.hasOrders, report.contracts, report.ending, report.spend]).toEqual([false, [], [], []])
  })
})

describe('the report of the client’s area', () => {
  test('shows a client its own contracts and months, not those of another client', async () => {
    const mine = await read(ofClient, cast.client)
    expect(ids(mine.contracts).toSorted()).toEqual([cast.billable, cast.payable].toSorted())
    expect(amounts(mine)).toEqual([['EUR', '10000', '0']])
    const theirs = await read(ofClient, other.client)
    expect(ids(theirs.contracts)).toContain(other.billable)
    expect(ids(theirs.contracts)).not.toContain(cast.payable)
    expect(amounts(theirs)).toEqual([['EUR', '0', '30000']])
  })

  test('shows a client’s person the projects they have permissions on, and nothing to one without any', async () => {
    const some = await read(ofClient, clientUser)
    expect(ids(some.contracts).toSorted()).toEqual([cast.billable, cast.payable].toSorted())
    expect(amounts(some)).toEqual([['EUR', '10000', '0']])
    expect(await read(ofClient, newcomer)).toEqual({ contracts: [], costCentres: [], spend: [] })
  })

  test('shows an approver the projects they approve in', async () => {
    const report = await read(ofClient, cast.approvers[0] ?? '')
    expect(ids(report.contracts).toSorted()).toEqual([cast.billable, cast.payable].toSorted())
    expect(amounts(report)).toEqual([['EUR', '10000', '0']])
  })

  test('is not a provider’s, nor anybody’s without a session', async () => {
    const email = 'proveedor@pruebas.example'
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    expect((await app.ask(ofClient, { as: await app.signIn(email) })).status).toBe(403)
    expect((await app.ask(ofClient)).status).toBe(401)
  })
})

describe('contracts in the client’s area', () => {
  test('are those of the own client; those of another answer as absent', async () => {
    const list = async (as: string, q = '') => ids((await read(`/api/contracts${q}`, as)).items).toSorted()
    const own = [cast.billable, cast.payable].toSorted()
    expect(await list(cast.client)).toEqual(own)
    expect(await list(clientUser)).toEqual(own)
    expect(await list(newcomer)).toEqual([])
    expect(await list(cast.approvers[0] ?? '')).toEqual(own)
    expect(await list(cast.client, `?clientId=${other.clientId}`)).toEqual([])
    for (const as of [cast.client, clientUser, cast.approvers[0], newcomer])
      expect((await app.ask(`/api/contracts/${other.payable}`, { as })).status).toBe(404)
    expect((await app.ask(`/api/contracts/${cast.payable}`, { as: newcomer })).status).toBe(404)
    expect((await app.ask(`/api/contracts/${cast.payable}`, { as: clientUser })).status).toBe(200)
  })
})

test('what is used of a plan is for its administrators, and of their own company alone', async () => {
  const ask = (as?: string) => app.ask('/api/company/usage', { as })
  const { body } = await ask(cast.admin)
  const [row] = await app.owner.run<{ users: number; documents: number }>(sql`
    select (select count(*)::int from member where company_id = ${cast.companyId} and active) as users,
      (select count(*)::int from document where company_id = ${cast.companyId}) as documents`)
  expect(body).toEqual({ ...row, projects: 2 })
  expect((await ask(foreign.admin)).body).toMatchObject({ projects: 1, documents: 0 })
  for (const as of [cast.client, clientUser, cast.executor]) expect((await ask(as)).status).toBe(403)
  expect((await ask()).status).toBe(401)
})
