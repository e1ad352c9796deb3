// The calendar of payments, the forecast and the payment period on real rows: who reads them, and that sums are their parts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CalendarWire,
  DueLineWire,
  DuePaymentWire,
  ForecastWire,
} from '#features/reports/wire/calendar.ts'
import type { PaymentPeriodWire } from '#features/reports/wire/payment-period.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'

let app: TestApp
let cast: Cast
let other: Cast
let foreign: Cast
let orders: ReturnType<typeof ordersOf>
let provider = ''
const ids: { [name: string]: string } = {}
const today = dayFromToday()

const due = (...parts: [count: number, amountMinor: string][]) => ({
  payments: parts.map(([count, amountMinor]) => ({ dueOn: dayFromToday(count), amountMinor })),
})
const read = async <Answer>(url: string, as = cast.admin): Promise<Answer> => {
  const answer = await app.ask(url, { as })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const calendar = (as?: string, query = '') => read<CalendarWire>(`/api/payment-calendar${query}`, as)
const payments = async (query: string, as?: string) =>
  (await read<{ items: DuePaymentWire[] }>(`/api/payment-calendar/payments?${query}`, as)).items
const figure = ({ count, amount }: DueLineWire['overdue']) => `${count}: ${amount.minor}`
const figures = (lines: readonly DueLineWire[]) =>
  lines.map(
    ({ currency, overdue, approved, pending }) =>
      `${currency} ${figure(overdue)} ${figure(approved)} ${figure(pending)}`,
  )

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  other = await makeCast(app, 'este', { companyId: cast.companyId })
  foreign = await makeCast(app, 'sur')
  await payFrom(app, cast)
  orders = ordersOf(app, cast)
  // One of three is paid, one came back after it was paid, and one waits.
  ids.parts = await orders.approved({ name: 'A plazos', ...due([-3, '3000'], [0, '3000'], [200, '4000']) })
  await orders.confirm(ids.parts, cast.executor, { payment: 1 })
  ids.late = await orders.approved({ name: 'Tarde', amountMinor: '700', ...due([-1, '700']) })
  ids.back = await orders.approved({ name: 'Devuelto', amountMinor: '50' })
  await orders.confirm(ids.back, cast.executor)
  await orders.giveBack(ids.back, cast.executor)
  ids.open = await orders.submit({ name: 'Por aprobar', amountMinor: '900', ...due([7, '900']) })
  ids.dollars = await orders.approved({ name: 'Dólares', amountMinor: '11', ...due([1, '11']) })
  await app.tamper(sql`update document set currency = 'USD'
    where company_id = ${cast.companyId} and id = ${ids.dollars}`)
  const cancelled = await orders.approved({ amountMinor: '123', ...due([-5, '123']) })
  await orders.cancel(cancelled)
  await orders.approved({ type: 'emision', amountMinor: '5000', ...due([14, '5000']) })
  await orders.submit({ type: 'emision', amountMinor: '60' })
  await ordersOf(app, other).approved({ name: 'De otro cliente', amountMinor: '8', ...due([2, '8']) })
  await app.person(cast.companyId, 'provider', cast.address('cobra'), { providerId: cast.providerId })
  provider = await app.signIn(cast.address('cobra'))
}, 120_000)
afterAll(() => app?.stop())

describe('the calendar of payments', () => {
  test('adds up what is open by day, currency and how it stands: nothing paid, cancelled or issued', async () => {
    const { weeks, total, undated, after, isWhole, from } = await calendar()
    expect([isWhole, from <= today]).toEqual([true, true])
    expect(figures(total)).toEqual(['EUR 1: 700 4: 7058 1: 900', 'USD 0: 0 1: 11 0: 0'])
    expect(figures(undated)).toEqual(['EUR 0: 0 1: 50 0: 0'])
    expect(figures(after)).toEqual(['EUR 0: 0 1: 4000 0: 0'])
    const days = new Map(weeks.flatMap(week => week.days.map(({ day, lines }) => [day, figures(lines)])))
    expect(days.get(today)).toEqual(['EUR 0: 0 1: 3000 0: 0'])
    expect(days.get(dayFromToday(1))).toEqual(['USD 0: 0 1: 11 0: 0'])
    expect(days.get(dayFromToday(7))).toEqual(['EUR 0: 0 0: 0 1: 900'])
    expect([days.size, weeks.length]).toEqual([28, 4])
  })

  test('has the same total whichever weeks are asked for: what lies outside is before or after', async () => {
    const { total } = await calendar()
    for (const [from, weeks] of [
      [dayFromToday(-400), 1],
      [dayFromToday(90), 2],
      [dayFromToday(-2), 13],
      ['1900-01-08', 1],
      ['2200-12-01', 13],
    ]) {
      const asked = await calendar(undefined, `?from=${from}&weeks=${weeks}`)
      expect(asked.total, `${from}`).toEqual(total)
      const places = [
        ...asked.before,
        ...asked.after,
        ...asked.undated,
        ...asked.weeks.flatMap(({ lines }) => lines),
      ]
      for (const line of total)
        for (const standing of ['overdue', 'approved', 'pending'] as const) {
          const parts = places.filter(({ currency }) => currency === line.currency)
          expect(parts.reduce((sum, part) => sum + Number(part[standing].amount.minor), 0)).toBe(
            Number(line[standing].amount.minor),
          )
        }
    }
  })

  test('lists the payments behind a sum, each with its order, day and standing', async () => {
    const { total } = await calendar()
    const all = [...(await payments('')), ...(await payments('undated=true'))]
    for (const line of total)
      for (const standing of ['overdue', 'approved', 'pending'] as const) {
        const own = all.filter(each => each.standing === standing && each.amount.currency === line.currency)
        expect(own).toHaveLength(line[standing].count)
        expect(own.reduce((sum, { amount }) => sum + Number(amount.minor), 0)).toBe(
          Number(line[standing].amount.minor),
        )
      }
    const [first] = await payments(`dueFrom=${today}&dueTo=${today}`)
    expect(first).toMatchObject({
      documentId: ids.parts,
      payment: 2,
      payments: 3,
      dueOn: today,
      amount: { minor: '3000', currency: 'EUR' },
      providerName: 'Grúas Peña & Hijos',
      standing: 'approved',
    })
    expect((await payments('undated=true')).map(({ documentId }) => documentId)).toEqual([ids.back])
    expect(await payments(`dueFrom=${dayFromToday(2)}&dueTo=${dayFromToday(1)}`)).toEqual([])
  })

  test('lets whoever executes choose the next payment of each order that a batch takes, and says why not', async () => {
    const said = async (as: string) =>
      Object.fromEntries(
        [...(await payments('', as)), ...(await payments('undated=true', as))].map(
          ({ name, payment, can }) => [`${name} ${payment}`, can === true || can.refused],
        ),
      )
    expect(await said(cast.executor)).toEqual({
      // Approved before the provider had an account.
      'A plazos 2': true,
      'A plazos 3': 'not_next_payment',
      'Tarde 1': true,
      'Devuelto 1': true,
      'Por aprobar 1': 'not_approved',
      'Dólares 1': 'not_euros',
    })
    expect((await said(cast.admin))['Tarde 1']).toBe('forbidden')
    const batches = batchesOf(app, cast, () => [ids.late ?? ''])
    const batch = await batches.made()
    expect((await said(cast.executor))['Tarde 1']).toBe('in_payment_batch')
    await batches.cancel(batch)
    expect((await said(cast.executor))['Tarde 1']).toBe(true)
  })

  test('is of the whole company for its administrators, and of the projects in which they execute for others', async () => {
    expect(figures((await calendar(other.executor)).total)).toEqual(['EUR 0: 0 1: 8 0: 0'])
    expect((await payments('', other.executor)).map(({ name }) => name)).toEqual(['De otro cliente'])
    expect((await calendar(cast.executor)).isWhole).toBe(false)
    expect(figures((await calendar(cast.executor)).total)).toEqual([
      'EUR 1: 700 3: 7050 1: 900',
      'USD 0: 0 1: 11 0: 0',
    ])
    for (const as of [cast.client, cast.approvers[0], foreign.admin, foreign.executor]) {
      expect((await calendar(as)).total).toEqual([])
      expect(await payments('', as)).toEqual([])
      expect((await read<ForecastWire>('/api/payment-forecast', as)).currencies).toEqual([])
      const { paid, pending, leftOut } = await read<PaymentPeriodWire>(
        `/api/payment-period?year=${today.slice(0, 4)}`,
        as,
      )
      expect([paid.count, pending.count, leftOut.count]).toEqual([0, 0, 0])
    }
  })
})

describe('the forecast', () => {
  test('has what goes out and what comes in, approved and to be approved, week by week', async () => {
    const { currencies } = await read<ForecastWire>('/api/payment-forecast')
    const [euros] = currencies
    expect(currencies.map(({ currency }) => currency)).toEqual(['EUR', 'USD'])
    const sum = (way: 'outflow' | 'inflow', status: 'approved' | 'pending') =>
      euros?.rows.reduce((total, row) => total + Number(row[way][status].minor), 0)
    expect([sum('outflow', 'approved'), sum('outflow', 'pending')]).toEqual([7758, 900])
    expect([sum('inflow', 'approved'), sum('inflow', 'pending')]).toEqual([5000, 60])
    expect(euros?.rows.find(({ place }) => place === 'overdue')?.outflow.approved.minor).toBe('700')
    expect(euros?.rows.find(({ place }) => place === 'later')?.outflow.approved.minor).toBe('4000')
    expect(euros?.rows.find(({ place }) => place === 'undated')?.inflow.pending.minor).toBe('60')
  })
})

describe('the average payment period', () => {
  test('weighs what was paid in the period and what waits at its end, from the date of the invoice', async () => {
    const own = await makeCast(app, 'oeste')
    const theirs = ordersOf(app, own)
    const invoice = (days: number, invoiceNumber: string) => ({
      invoiceDate: dayFromToday(-days),
      invoiceNumber,
    })
    const period = (query = '') =>
      read<PaymentPeriodWire>(`/api/payment-period?year=${today.slice(0, 4)}${query}`, own.admin)
    expect(await period()).toEqual(await read('/api/payment-period', own.admin))
    expect(await period()).toMatchObject({ hundredths: null, paid: { count: 0 }, pending: { count: 0 } })
    const [a, b] = [
      await theirs.approved({ amountMinor: '10000', ...invoice(10, 'F-1') }),
      await theirs.approved({ amountMinor: '30000', ...invoice(50, 'F-2') }),
    ]
    for (const id of [a, b]) expect((await theirs.confirm(id, own.executor)).status).toBe(200)
    await theirs.submit({ amountMinor: '40000', ...invoice(20, 'F-3') })
    const undated = await theirs.approved({ amountMinor: '7' })
    await theirs.confirm(undated, own.executor)
    await theirs.submit({ amountMinor: '5' })
    const found = await period()
    expect(found).toMatchObject({
      closedOn: today,
      hundredths: 3000,
      paid: { hundredths: 4000, count: 2, amount: { minor: '40000' } },
      pending: { hundredths: 2000, count: 1, amount: { minor: '40000' } },
      leftOut: { count: 2, amount: { minor: '12' } },
    })
    expect(found.paid.items).toMatchObject([
      { documentId: b, days: 50, paidOn: today, invoiceDate: dayFromToday(-50) },
      { documentId: a, days: 10 },
    ])
    // Once it came back it was never paid: it waits since its invoice.
    await theirs.giveBack(b, own.executor)
    expect(await period()).toMatchObject({
      paid: { hundredths: 1000, count: 1 },
      pending: { hundredths: 3286, count: 2 },
    })
  })

  test('counts at the end of a past period what was paid after it', async () => {
    const year = Number(today.slice(0, 4)) - 1
    const own = await makeCast(app, 'lejos')
    const theirs = ordersOf(app, own)
    const invoice = { invoiceDate: `${year}-12-01`, invoiceNumber: 'F-9' }
    const id = await theirs.approved(invoice)
    const asked = () => read<PaymentPeriodWire>(`/api/payment-period?year=${year}&quarter=4`, own.admin)
    const before = await asked()
    expect(before).toMatchObject({ closedOn: `${year}-12-31`, pending: { hundredths: 3000, count: 1 } })
    await theirs.confirm(id, own.executor)
    const after = await asked()
    expect(after).toMatchObject({ paid: { count: 0 }, pending: { hundredths: 3000, count: 1 } })
    expect(after.pending.items[0]?.paidOn).toBe(today)
    const earlier = await read<PaymentPeriodWire>(`/api/payment-period?year=${year}&quarter=3`, own.admin)
    expect([earlier.pending.count, earlier.leftOut.count]).toEqual([0, 0])
  })
})

describe('none of them', () => {
  const calls = [
    '/api/payment-calendar',
    '/api/payment-calendar/payments',
    '/api/payment-forecast',
    `/api/payment-period?year=${today.slice(0, 4)}`,
  ]

  test('is there for providers, or without a session', async () => {
    for (const url of calls) {
      expect((await app.ask(url)).status, url).toBe(401)
      expect((await app.ask(url, { as: provider })).status, url).toBe(403)
    }
  })

  test('takes a day, a number of weeks or a year that is none', async () => {
    for (const query of [
      '-calendar?from=2026-02-30',
      '-calendar?from=ayer',
      '-calendar?from=0000-00-00',
      '-calendar?weeks=0',
      '-calendar?weeks=14',
      '-calendar?weeks=1.5',
      '-calendar/payments?dueFrom=x',
      '-calendar/payments?undated=no',
      '-period?year=',
      '-period?year=1e9',
      '-period?year=2026&quarter=5',
    ])
      expect((await app.ask(`/api/payment${query}`, { as: cast.admin })).status, query).toBe(422)
    expect((await app.ask('/api/payment-period?year=2190', { as: cast.admin })).status).toBe(404)
  })
})
