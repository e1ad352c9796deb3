import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { countDocuments } from '#features/documents/wire.ts'
import {
  daysOfMonth,
  executedDuring,
  moneyLines,
  type Portion,
  quarterOn,
  yearOn,
} from '#features/reports/rules/money.ts'
import { lastMonths, monthFromDay } from '#features/reports/rules.ts'
import type { MoneyLineWire, MoneyReportWire } from '#features/reports/wire/money.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { type Currency, money } from '#kernel/money.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'

type Totals = ResponseOf<typeof countDocuments>['totals']

const sum = (minors: readonly (string | undefined)[]) =>
  String(minors.reduce((total, minor) => total + BigInt(minor ?? 0), 0n))

const day = (text: string): Day => {
  const found = dayFrom(text)
  if (!found) throw new Error(text)
  return found
}

describe('periods', () => {
  it.each([
    ['2026-01-01', '2026-01-01', '2026-03-31'],
    ['2026-05-31', '2026-04-01', '2026-06-30'],
    ['2026-09-30', '2026-07-01', '2026-09-30'],
    ['2026-12-31', '2026-10-01', '2026-12-31'],
  ])('the quarter of %s is from %s to %s', (on, from, until) =>
    expect(quarterOn(day(on))).toEqual({ from, until }),
  )
  test('a year is its twelve months, and a month ends on its last day', () => {
    expect(yearOn(day('2026-11-22'))).toEqual({ from: '2026-01-01', until: '2026-12-31' })
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', until: '2026-12-31' })
  })
})

describe('lines of money', () => {
  const paid = (month: string, minor: bigint, currency: Currency = 'EUR', type: Portion['type'] = 'gasto') =>
    ({ type, status: 'paid', month, count: 1, amount: money(minor, currency) }) satisfies Portion

  test('the quarter and the year hold their months and no other', () => {
    const [line] = moneyLines(
      [paid('2025-12', 1n), paid('2026-01', 10n), paid('2026-09', 100n), paid('2026-10', 1000n)],
      day('2026-11-22'),
    )
    expect(line?.quarter).toEqual({ count: 1, amount: money(1000n, 'EUR') })
    expect(line?.year).toEqual({ count: 3, amount: money(1110n, 'EUR') })
    expect(line?.months.map(({ month }) => month)).toEqual(lastMonths(day('2026-11-22')))
    expect(line?.months[0]?.amount).toEqual(money(1n, 'EUR'))
  })

  test('currencies are never added, nor payments to issues', () => {
    const lines = moneyLines(
      [paid('2026-11', 5n, 'USD'), paid('2026-11', 7n, 'EUR', 'emision'), paid('2026-11', 9n)],
      day('2026-11-22'),
    )
    expect(lines.map(({ type, currency, quarter }) => [type, currency, quarter.amount.minor])).toEqual([
      ['gasto', 'EUR', 9n],
      ['gasto', 'USD', 5n],
      ['emision', 'EUR', 7n],
    ])
  })
})

describe('the money of a provider, a client, a contract and a project', () => {
  let app: TestApp
  let cast: Cast
  let foreign: Cast
  let provider = ''
  let newcomer = ''
  const today = dayFromToday()

  beforeAll(async () => {
    app = await startProduct()
    cast = await makeCast(app, 'norte')
    foreign = await makeCast(app, 'sur')
    const orders = ordersOf(app, cast)
    const paid = await orders.approved({ amountMinor: '10001' })
    expect((await orders.confirm(paid, cast.executor, { executedOn: today })).status).toBe(200)
    const inParts = ['4000', '6000'].map((amountMinor, index) => ({
      dueOn: dayFromToday(index),
      amountMinor,
    }))
    const inPart = await orders.approved({ amountMinor: '10000', payments: inParts })
    expect((await orders.confirm(inPart, cast.executor, { executedOn: today, payment: 1 })).status).toBe(200)
    const issued = await orders.approved({ type: 'emision', amountMinor: '500' })
    expect((await orders.confirm(issued, cast.executor, { executedOn: today })).status).toBe(200)
    await orders.approved({ amountMinor: '2000' })
    const failed = await orders.approved({ amountMinor: '300' })
    const reason = 'Cuenta cerrada'
    expect(
      (
        await orders.post(`/api/documents/${failed}/execution/rejection`, cast.executor, {
          revision: 1,
          reason,
        })
      ).status,
    ).toBe(200)
    await orders.submit({ amountMinor: '40' })
    const back = await orders.submit({ amountMinor: '5' })
    await orders.decide(back, cast.approvers[0], 'return', { comment: 'Falta el albarán' })
    const refused = await orders.submit({ amountMinor: '999999' })
    await orders.decide(refused, cast.approvers[0], 'reject', { comment: 'No procede' })
    const email = cast.address('cobra')
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    provider = await app.signIn(email)
    const other = cast.address('nueva')
    await app.person(cast.companyId, 'client_user', other, { clientId: cast.clientId })
    newcomer = await app.signIn(other)
  })
  afterAll(() => app?.stop())

  const addresses = (of: Cast) => [
    `/api/providers/${of.providerId}/money`,
    `/api/clients/${of.clientId}/money`,
    `/api/contracts/${of.payable}/money`,
    `/api/projects/${of.projectId}/money`,
  ]
  const read = async (url: string, as: string | undefined): Promise<MoneyReportWire> => {
    const answer = await app.ask(url, { as })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const figure = ({ count, amount }: MoneyLineWire['year']) => `${count}: ${amount.minor}`
  const figures = ({ lines }: MoneyReportWire) =>
    lines.map(({ type, quarter, year, approved, pending }) => [
      type,
      figure(quarter),
      figure(year),
      figure(approved),
      figure(pending),
    ])
  const payments = ['gasto', '2: 14001', '2: 14001', '3: 8300', '2: 45']
  const issues = ['emision', '1: 500', '1: 500', '0: 0', '0: 0']

  test('say what was paid and what is still to be, and not what was rejected', async () => {
    for (const url of addresses(cast)) {
      const report = await read(url, cast.admin)
      expect(figures(report)[0], url).toEqual(payments)
      expect(report.lines[0]?.months.at(-1)).toMatchObject({ month: monthFromDay(today), count: 2 })
    }
    expect(figures(await read(addresses(cast)[1] ?? '', cast.admin))).toEqual([payments, issues])
    expect(figures(await read(addresses(cast)[2] ?? '', cast.admin))).toEqual([payments])
  })

  test('have behind each figure the orders that the list finds, those paid in part among them', async () => {
    const subjects = [`providerId=${cast.providerId}`, `clientId=${cast.clientId}`]
    const others = [`contractId=${cast.payable}`, `projectId=${cast.projectId}`]
    for (const [index, subject] of subjects.concat(others).entries()) {
      const { lines, year } = await read(addresses(cast)[index] ?? '', cast.admin)
      const listed = async (filter: string) =>
        (await app.ask(`/api/documents?type=gasto&${subject}&${filter}`, { as: cast.admin })).body.items
          .length
      expect(await listed(`${new URLSearchParams(executedDuring(year))}`)).toBe(lines[0]?.year.count)
      expect(await listed('status=approved')).toBe(lines[0]?.approved.count)
      expect(await listed('status=pending')).toBe(lines[0]?.pending.count)
    }
  })

  test('are explained by the list behind them: what was paid in these days, and what is left to pay', async () => {
    const subjects = [`providerId=${cast.providerId}`, `clientId=${cast.clientId}`]
    const others = [`contractId=${cast.payable}`, `projectId=${cast.projectId}`]
    const days = new URLSearchParams(executedDuring(yearOn(day(today))))
    for (const [index, subject] of subjects.concat(others).entries()) {
      const [line] = (await read(addresses(cast)[index] ?? '', cast.admin)).lines
      const totals = async (filter: string): Promise<Totals> =>
        (await app.ask(`/api/documents/counts?type=gasto&${subject}&${filter}`, { as: cast.admin })).body
          .totals
      const executed = (await totals(`${days}`)).map(total => total.executed)
      expect(sum(executed.map(found => found?.amount.minor))).toBe(line?.year.amount.minor)
      expect(executed.reduce((count, found) => count + (found?.count ?? 0), 0)).toBe(line?.year.count)
      const left = await totals('')
      for (const status of ['approved', 'pending'] as const) {
        const remaining = left.filter(total => total.status === status).map(total => total.remaining?.minor)
        expect(sum(remaining), `${subject} ${status}`).toBe(line?.[status].amount.minor)
      }
      expect(left.every(total => total.executed === null)).toBe(true)
    }
  })

  test('are the same to whoever sees the provider, the client, the contract or the project', async () => {
    const [ofProvider = '', ofClient = '', ofContract = '', ofProject = ''] = addresses(cast)
    const seen: readonly [string | undefined, readonly string[]][] = [
      [cast.client, addresses(cast)],
      [provider, [ofProvider, ofContract, ofProject]],
      [cast.executor, [ofContract, ofProject]],
      [cast.approvers[0], [ofContract, ofProject]],
    ]
    for (const [as, urls] of seen)
      for (const url of urls) expect(figures(await read(url, as))[0], url).toEqual(payments)
    for (const as of [provider, cast.executor, cast.approvers[0]])
      expect((await app.ask(ofClient, { as })).status).toBe(404)
  })

  test('are not there for whoever does not see it, and empty without orders that they see', async () => {
    const [ofProvider = '', ofClient = '', ofContract = '', ofProject = ''] = addresses(cast)
    const status = async (url: string, as?: string) => (await app.ask(url, { as })).status
    for (const url of addresses(cast)) expect(await status(url)).toBe(401)
    for (const url of [ofContract, ofProject]) expect(await status(url, newcomer)).toBe(404)
    for (const url of [ofProvider, ofClient]) expect((await read(url, newcomer)).lines).toEqual([])
    for (const as of [foreign.admin, foreign.client]) {
      expect(await status(ofClient, as)).toBe(404)
      // Another company has a provider, a contract and a project of these ids too: its own, without orders.
      for (const url of [ofProvider, ofContract, ofProject]) expect((await read(url, as)).lines).toEqual([])
    }
  })

  test('leave out an order that was paid before these days and after them', async () => {
    const orders = ordersOf(app, foreign)
    const payments = [0, 1].map(days => ({ dueOn: dayFromToday(days), amountMinor: '50' }))
    const id = await orders.approved({ amountMinor: '100', payments })
    for (const payment of [1, 2])
      expect((await orders.confirm(id, foreign.executor, { executedOn: today, payment })).status).toBe(200)
    await app.tamper(sql`update execution set executed_on = date '2026-02-01' + payment * 10
      where company_id = ${foreign.companyId} and document_id = ${id}`)
    const listed = async (from: string, until: string): Promise<string[]> => {
      const filter = new URLSearchParams({ executedFrom: from, executedTo: until })
      const { body } = await app.ask(`/api/documents?${filter}`, { as: foreign.admin })
      return body.items.map((item: { id: string }) => item.id)
    }
    expect(await listed('2026-02-11', '2026-02-21')).toEqual([id])
    expect(await listed('2026-02-12', '2026-02-20')).toEqual([])
  })

  test('are refused for what is no id', async () => {
    for (const [kind, id] of [
      ['providers', 'PRJ-001'],
      ['clients', 'CTR-001'],
      ['contracts', '%00'],
      ['projects', '../..'],
    ])
      expect([404, 422]).toContain((await app.ask(`/api/${kind}/${id}/money`, { as: cast.admin })).status)
  })
})
