// Open orders when their contract's dates end or begin.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applyValidityChanges } from '#features/approvals/commands/contract-validity.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type CastOptions, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const days = (count: number) =>
  dayFromInstant(new Date(clock.now().getTime() + count * 24 * 3600 * 1000), 'Europe/Madrid')

let app: TestApp

beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

async function stage(name: string, options: CastOptions = {}) {
  const cast = await makeCast(app, name, options)
  const orders = ordersOf(app, cast)
  const path = `/api/contracts/${cast.payable}`
  return {
    cast,
    orders,
    stateOf: async (id: string) => {
      const { state, blockCause } = await orders.card(id)
      return blockCause ? `${state}: ${blockCause}` : state
    },
    change: async (over: object) => {
      const { revision } = (await app.ask(`${path}/dossier`, { as: cast.admin })).body
      const terms = {
        description: 'Se paga',
        startsOn: '2020-01-01',
        endsOn: '2090-12-31',
        overrunPolicy: 'avisar',
      }
      return app.ask(path, { method: 'PUT', as: cast.admin, body: { revision, ...terms, ...over } })
    },
    setStatus: async (status: string) => {
      const { revision } = (await app.ask(`${path}/dossier`, { as: cast.admin })).body
      return orders.post(`${path}/status`, cast.admin, { status, revision, reason: 'Revisión' })
    },
    /** Sets the contract's dates directly, as the passing of days would. */
    goBy: (startsOn: string, endsOn: string) =>
      app.tamper(sql`update contract set starts_on = ${startsOn}, ends_on = ${endsOn}
        where company_id = ${cast.companyId} and id = ${cast.payable}`),
    turn: () => applyValidityChanges(app.db)([cast.companyId]),
    toldOf: async (id: string) => (await app.journal(cast.companyId, id)).map(({ action }) => action),
  }
}

describe('an order whose contract has ended', () => {
  it('is not approved: its last approval is refused, and the next turn blocks it', async () => {
    const { cast, orders, stateOf, goBy, turn, toldOf } = await stage('fin')
    const id = await orders.submit()
    await orders.decide(id, cast.approvers[0])
    await goBy('2020-01-01', days(-1))
    const { status, body } = await orders.decide(id, cast.approvers[1])
    expect([status, body.type]).toEqual([409, '/problems/contract_out_of_dates'])
    await turn()
    expect(await stateOf(id)).toBe('blocked: contract_inactive')
    expect(await toldOf(id)).toEqual(['document.submitted', 'approval.decided', 'document.blocked'])
    await turn()
    expect(await toldOf(id)).toHaveLength(3)
    expect(await orders.balance()).toEqual([100000000, 10000, 0, 0])
  })

  it('goes on with the decisions it had when the contract is given more time', async () => {
    const { cast, orders, stateOf, goBy, turn, change } = await stage('prorroga')
    const id = await orders.submit()
    await orders.decide(id, cast.approvers[0])
    await goBy('2020-01-01', days(-1))
    await turn()
    expect((await change({ endsOn: days(0) })).body).toMatchObject({ orders: 1 })
    expect((await orders.decide(id, cast.approvers[1])).body.state).toBe('approved')
    expect(await stateOf(id)).toBe('approved')
  })

  it('may still be rejected before the turn, and taken back after it', async () => {
    const { cast, orders, stateOf, goBy, turn } = await stage('retirada')
    const [rejected, taken] = [await orders.submit(), await orders.submit()]
    await goBy('2020-01-01', days(-1))
    expect((await orders.decide(rejected, cast.approvers[0], 'reject')).body.state).toBe('rejected')
    await turn()
    const back = await orders.post(`/api/documents/${taken}/withdrawal`, cast.client, { revision: 1 })
    expect(back.status).toBe(200)
    expect(await stateOf(taken)).toBe('returned')
  })

  it('that was approved before is paid all the same', async () => {
    const { cast, orders, goBy, turn } = await stage('aprobado')
    const id = await orders.approved()
    await goBy('2020-01-01', days(-1))
    await turn()
    expect((await orders.confirm(id, cast.executor, { executedOn: days(0) })).status).toBe(200)
  })

  it('that finds its approvers after the end waits for the contract', async () => {
    const { cast, orders, stateOf, goBy } = await stage('tarde', { approvers: 0 })
    const id = await orders.submit()
    await goBy('2020-01-01', days(-1))
    const approverId = await app.person(cast.companyId, 'approver', cast.address('nueva'))
    await app.ask(`/api/projects/${cast.projectId}/people`, {
      method: 'PUT',
      as: cast.admin,
      body: { approverIds: [approverId], executorIds: [cast.executorId] },
    })
    expect(await stateOf(id)).toBe('blocked: contract_inactive')
  })
})

describe('the days of a contract', () => {
  it('moved to the past stop its open orders at once; moved on, they go on', async () => {
    const { orders, stateOf, change, toldOf } = await stage('mueve')
    const [one, two] = [await orders.submit(), await orders.submit()]
    expect((await change({ endsOn: days(-1) })).body).toMatchObject({ orders: 2 })
    for (const id of [one, two]) expect(await stateOf(id)).toBe('blocked: contract_inactive')
    expect((await change({ endsOn: days(-2) })).body).toMatchObject({ orders: 0 })
    expect((await change({ endsOn: days(30) })).body).toMatchObject({ orders: 2 })
    expect(await stateOf(one)).toBe('in_approval')
    expect(await toldOf(one)).toEqual(['document.submitted', 'document.blocked', 'document.unblocked'])
    expect((await change({ startsOn: days(1), endsOn: days(30) })).body).toMatchObject({ orders: 2 })
  })

  it('that have begun let its orders go on by the next turn', async () => {
    const { orders, stateOf, change, goBy, turn } = await stage('empieza')
    const id = await orders.submit()
    await change({ startsOn: days(1), endsOn: days(30) })
    await turn()
    expect(await stateOf(id)).toBe('blocked: contract_inactive')
    await goBy(days(0), days(30))
    await turn()
    expect(await stateOf(id)).toBe('in_approval')
  })

  it('that are over let nothing go on when it is reactivated, until they are moved', async () => {
    const { orders, stateOf, change, setStatus } = await stage('reactiva')
    const id = await orders.submit()
    expect((await setStatus('inactive')).body.orders).toBe(1)
    expect((await change({ endsOn: days(-1) })).body.orders).toBe(0)
    expect((await setStatus('active')).body.orders).toBe(0)
    expect(await stateOf(id)).toBe('blocked: contract_inactive')
    expect((await change({ endsOn: days(1) })).body.orders).toBe(1)
    expect(await stateOf(id)).toBe('in_approval')
  })

  it('moved while orders are sent and decided leave none waiting in it', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round++) {
      const { cast, orders, change } = await stage(`carrera${round}`, { approvers: 1 })
      const id = await orders.submit()
      const answers = await Promise.all([
        change({ endsOn: days(-1) }),
        orders.decide(id, cast.approvers[0]),
        orders.post('/api/documents', cast.client, cast.order),
        orders.post('/api/documents', cast.client, cast.order),
      ])
      expect(answers[0].status).toBe(200)
      expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
      const waiting = await app.tamper(sql`
        select id from document where company_id = ${cast.companyId} and state = 'in_approval'`)
      expect(waiting).toEqual([])
    }
  })
})

describe('what verify finds', () => {
  it('an order that still waits a day after its contract ended', async () => {
    const { orders, goBy } = await stage('olvidado')
    const id = await orders.submit()
    // The company's day may be one ahead of the database's.
    await goBy('2020-01-01', days(-3))
    const name = 'an order waits for a decision only while its contract is active and in its dates'
    expect((await brokenInvariants(app))[name]).toEqual([id])
    await goBy('2020-01-01', days(30))
  })
})
