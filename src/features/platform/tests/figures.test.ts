// Orders, contracts and revenue of all companies, against the whole program.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let saas = { userId: '', token: '' }
let norte: Cast
let sur: Cast

beforeAll(async () => {
  app = await startPlatform()
  saas = await app.operator('saas@plataforma.example')
  norte = await makeCast(app, 'norte')
  sur = await makeCast(app, 'sur')
})
afterAll(() => app?.stop())

const get = (path: string, as = saas.token) => app.ask(`/api/platform/${path}`, { as })
const rows = async (path: string) => (await get(path)).body.items
const ids = async (path: string) =>
  (await rows(path)).map(({ companyName, id }: { companyName: string; id: string }) => `${companyName} ${id}`)
const flow = (id: string, { companyId }: Cast = norte) => get(`order-flows/${companyId}/${id}`)

describe('the orders of all companies', () => {
  test('say how they stand and for how long, and nothing of what they are for', async () => {
    const id = await ordersOf(app, norte).submit()
    const [seen] = await rows(`order-flows?q=${id}`)
    expect(seen).toEqual({
      id,
      companyId: norte.companyId,
      companyName: 'norte',
      timeZone: 'Europe/Madrid',
      type: 'gasto',
      projectId: norte.projectId,
      projectName: 'Obra',
      pendingDays: 0,
      amount: expect.objectContaining({ currency: 'EUR' }),
      creditedId: null,
      status: 'pending',
      isForced: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const { body } = await flow(id)
    const stage = {
      stage: 1,
      turn: 1,
      mode: 'all',
      outcome: 'pending',
      isForced: false,
      approved: 0,
      rejected: 0,
    }
    const seats = norte.approvers.length
    expect(body).toEqual({
      ...seen,
      contractId: norte.payable,
      blockCause: null,
      revision: 1,
      submittedAt: expect.any(String),
      stages: [{ ...stage, needed: seats, seats, pending: seats }],
    })
    const { name } = norte.order
    expect(JSON.stringify([seen, body])).not.toContain(name)
  })

  test('are pending, in approval, approved and completed in turn, and found by each', async () => {
    const orders = ordersOf(app, sur)
    const id = await orders.submit()
    const is = async (status: string) => {
      expect((await flow(id, sur)).body.status).toBe(status)
      const listed = await ids(`order-flows?q=sur&status=${status}`)
      expect(listed).toEqual([`sur ${id}`])
    }
    await is('pending')
    await orders.decide(id, sur.approvers[0])
    await is('in_approval')
    expect((await flow(id, sur)).body.stages[0]).toMatchObject({ approved: 1 })
    for (const approver of sur.approvers.slice(1)) await orders.decide(id, approver)
    await is('approved')
    await orders.confirm(id, sur.executor)
    await is('completed')
    expect((await flow(id, sur)).body.pendingDays).toBeNull()
  })

  test('count their days in the zone of their company', async () => {
    const now = new Date()
    const halfADayAgo = new Date(now.getTime() - 12 * 3_600_000)
    const id = await ordersOf(app, norte).submit()
    await app.tamper(sql`update document set submitted_at = ${halfADayAgo}, previous_state = state
      where company_id = ${norte.companyId} and id = ${id}`)
    /** Where the clock on the wall shows this hour now. */
    const zoneAt = (hour: number) => {
      const ahead = ((hour - now.getUTCHours() + 36) % 24) - 12
      return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    }
    const counted = async (zone: string) => {
      await app.tamper(sql`update company set time_zone = ${zone} where company_id = ${norte.companyId}`)
      return (await flow(id)).body.pendingDays
    }
    expect(await counted(zoneAt(6)), 'it was submitted yesterday').toBe(1)
    expect(await counted(zoneAt(18)), 'it was submitted this morning').toBe(0)
    await counted('Europe/Madrid')
  })

  test('are found by company, project or id, whatever the case, and by no wild card', async () => {
    expect((await ids('order-flows?q=SUR')).every((id: string) => id.startsWith('sur '))).toBe(true)
    expect(
      new Set((await rows('order-flows?q=obra')).map((row: { companyName: string }) => row.companyName)),
    ).toEqual(new Set(['norte', 'sur']))
    expect(await ids('order-flows?q=doc-001')).toEqual(['sur DOC-001', 'norte DOC-001'])
    expect(await rows('order-flows?q=%25')).toEqual([])
  })

  test('come by pages over all companies, newest first, each order once', async () => {
    const copy = (cast: Cast) => sql`
      insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name,
        amount_minor, currency, state, revision, created_by, changed_by, created_at, submitted_at, updated_at)
      select company_id, 'DOC-' || n, n, project_id, contract_id, client_id, provider_id, type, 'Copia',
        amount_minor, currency, 'in_approval', 1, created_by, changed_by,
        timestamptz '2026-01-01' + (n / 2) * interval '1 hour', submitted_at, updated_at
      from document, generate_series(500, 529) n where company_id = ${cast.companyId} and id = 'DOC-001'`
    await app.tamper(copy(norte))
    await app.tamper(copy(sur))
    const seen: { companyId: string; id: string; createdAt: string }[] = []
    for (let after = ''; ; ) {
      const { items, next } = (await get(`order-flows?${after}`)).body
      seen.push(...items)
      if (next === null) break
      after = `after=${next}`
    }
    const [truth] = await app.tamper(sql`select count(*)::int as count from document`)
    expect(seen.length).toBe(truth?.count)
    expect(new Set(seen.map(({ companyId, id }) => `${companyId}/${id}`)).size).toBe(seen.length)
    const times = seen.map(({ createdAt }) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })
})

describe('the contracts of all companies', () => {
  const contract = (id: string, { companyId }: Cast = norte) => get(`contracts/${companyId}/${id}`)

  test('show figures and dates, and none of the company’s words', async () => {
    const { body } = await contract(norte.payable)
    const [seen] = await rows(`contracts?q=${norte.payable}`)
    expect(body).toMatchObject({
      id: norte.payable,
      companyName: 'norte',
      type: 'proveedor',
      status: 'active',
      startsOn: '2020-01-01',
      endsOn: '2090-12-31',
      orders: expect.any(Number),
    })
    expect(Object.keys(seen)).not.toContain('description')
    expect(JSON.stringify(body)).not.toMatch(/Se paga|Cliente norte|Proveedor norte/)
    const [total, requested, committed, used] = await ordersOf(app, norte).balance()
    const minor = (amount: number | undefined) => ({ minor: String(amount), currency: 'EUR' })
    expect(body.balance).toEqual({
      total: minor(total),
      requested: minor(requested),
      committed: minor(committed),
      used: minor(used),
    })
  })

  test('are found by id or company, by status, and when they end within thirty days', async () => {
    expect(await ids('contracts?q=SUR')).toEqual([`sur ${sur.billable}`, `sur ${sur.payable}`])
    expect(await ids('contracts?status=completed')).toEqual([])
    expect(await ids('contracts?state=ending')).toEqual([])
    const ends = (days: number) =>
      app.tamper(sql`update contract set starts_on = '2020-01-01', ends_on = current_date + ${days}::int
        where company_id = ${sur.companyId} and id = ${sur.payable}`)
    await ends(40)
    expect(await ids('contracts?state=ending')).toEqual([])
    await ends(20)
    expect(await ids('contracts?state=ending')).toEqual([`sur ${sur.payable}`])
    expect((await get('summary')).body.endingContracts).toBe(1)
  })
})

describe('revenue', () => {
  test('is what the active companies pay, told back through the changes of their plans', async () => {
    const before = (await get('revenue')).body
    const este = await app.company('starter', 'Este')
    const put = (path: string, body: object) =>
      app.ask(`/api/platform/companies/${este}/${path}`, { method: 'PUT', body, as: saas.token })
    await app.tamper(
      sql`update company set created_at = now() - interval '100 days' where company_id = ${este}`,
    )
    await put('plan', { plan: 'business', reason: 'Crece' })
    const after = (await get('revenue')).body
    expect(after).toMatchObject({
      mrrUsd: before.mrrUsd + 499,
      arrUsd: 12 * (before.mrrUsd + 499),
      customers: before.customers + 1,
      payingCustomers: before.payingCustomers + 1,
    })
    const grown = after.months.map(
      ({ mrrUsd }: { mrrUsd: number }, index: number) => mrrUsd - before.months[index].mrrUsd,
    )
    expect(grown.slice(-3), 'starter until it grew').toEqual([199, 199, 499])
    expect(grown[0]).toBe(0)
    await put('status', { status: 'suspended', reason: 'Impago' })
    expect((await get('revenue')).body.mrrUsd).toBe(before.mrrUsd)
  })

  test('of each company stands beside what it uses', async () => {
    const all = await rows('customers')
    const find = (name: string) => all.find((row: { companyName: string }) => row.companyName === name)
    expect(find('norte')).toMatchObject({
      plan: 'enterprise',
      status: 'active',
      monthlyUsd: 999,
      users: 5,
      projects: 1,
      contracts: 2,
      usageTrend: 'up',
      joinedAt: expect.any(String),
    })
    expect(find('Este'), 'suspended').toMatchObject({ monthlyUsd: 0, documents: 0, usageTrend: 'stable' })
  })
})

describe('of any of it', () => {
  const paths = () => [
    'order-flows',
    'contracts',
    'revenue',
    'customers',
    `order-flows/${norte.companyId}/DOC-001`,
    `contracts/${norte.companyId}/${norte.payable}`,
  ]

  test.each([
    ['document', ['name', 'description', 'bank_account', 'provider_id', 'client_id', 'created_by', 'search']],
    ['contract', ['description', 'conditions', 'client_id', 'provider_id', 'search']],
    ['project', ['description', 'client_id', 'total_minor', 'search']],
    ['approval', ['approver_id', 'comment']],
    ['approval_stage', ['name', 'basis']],
    ['event', ['action', 'object_id', 'before', 'after', 'reason', 'on_behalf_of']],
  ])('the database itself keeps the words of a %s from the platform', async (table, columns) => {
    for (const column of columns) {
      const [right] = await app.tamper(sql`
        select has_column_privilege('visto_bueno_platform', ${table}, ${column}, 'select') as reads`)
      expect(right, column).toEqual({ reads: false })
    }
  })

  test('a company’s own people see nothing', async () => {
    for (const path of paths())
      for (const token of [norte.admin, norte.client]) expect((await get(path, token)).status, path).toBe(403)
  })

  test('what is of another company, or of none, is absent', async () => {
    const id = await ordersOf(app, norte).submit()
    for (const path of [
      `order-flows/${sur.companyId}/${id}`,
      `order-flows/${newId()}/DOC-001`,
      `contracts/${newId()}/${norte.payable}`,
      `contracts/${norte.companyId}/CTR-999`,
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test.each([
    'order-flows?status=paid',
    'order-flows?after=DOC-001',
    'order-flows?after=x/DOC-001',
    'contracts?status=gone',
    'contracts?state=x',
    'contracts?after=CTR-001',
    'customers?after=1',
  ])('%s is refused', async path => {
    expect((await get(path)).status).toBe(422)
  })

  test.each([
    ['order-flows', 'DOC-001'],
    ['contracts', 'CTR-001'],
  ])(
    'a page of %s goes on behind what is no longer there, and nowhere from what is no place',
    async (list, id) => {
      const { items, next } = (await get(`${list}?limit=1`)).body
      const [, key] = next.split('~')
      const [before] = await rows(`${list}?limit=1&after=${next}`)
      const gone = `ffffffff-ffff-4fff-bfff-ffffffffffff/${id}`
      expect(await rows(`${list}?limit=1&after=${gone}~${key}`)).toEqual(items)
      expect(before).not.toEqual(items[0])
      const refused = await get(`${list}?after=${gone}`)
      expect([refused.status, refused.body.issues[0].pointer]).toEqual([422, '/query/after'])
    },
  )
})
