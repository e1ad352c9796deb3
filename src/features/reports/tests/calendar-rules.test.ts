// Places and sums of payments to come: nothing is lost, nothing told twice, whatever falls due whenever.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calendarFrom,
  type Due,
  type DueLine,
  dueStandings,
  forecastFrom,
  maxWeeks,
  mayChoose,
  mondayOn,
  payerReach,
  spanFrom,
} from '#features/reports/rules/calendar.ts'
import { readsWholeCompany, roles } from '#kernel/actor.ts'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'
import { type Currency, money } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'

const knownDay = (text: string): Day => {
  const day = dayFrom(text)
  if (day === null) throw new Error(text)
  return day
}
const today = knownDay('2026-11-25')
const days = fc.integer({ min: -400, max: 400 }).map(count => addDays(today, count))
const dues: fc.Arbitrary<Due[]> = fc.array(
  fc.record({
    type: fc.constantFrom('gasto' as const, 'emision' as const),
    status: fc.constantFrom('approved' as const, 'pending' as const),
    dueOn: fc.option(days),
    count: fc.integer({ min: 1, max: 9 }),
    amount: fc
      .tuple(fc.bigInt(1n, 10n ** 14n), fc.constantFrom<Currency[]>('EUR', 'USD', 'CLP'))
      .map(([minor, currency]) => money(minor, currency)),
  }),
  { maxLength: 40 },
)

type Sums = { [currencyAndStanding: string]: [number, bigint] }
function added(lines: readonly DueLine[]): Sums {
  const sums: Sums = {}
  for (const line of lines)
    for (const standing of dueStandings) {
      const key = `${line.currency} ${standing}`
      const [count, minor] = sums[key] ?? [0, 0n]
      sums[key] = [count + line[standing].count, minor + line[standing].amount.minor]
    }
  return Object.fromEntries(Object.entries(sums).filter(([, [count]]) => count > 0))
}

describe('who plans payments', () => {
  test.each(roles)('%s', role => {
    const theirs = ['client', 'client_user', 'approver'].includes(role) ? 'executed' : refuse('forbidden')
    expect(payerReach({ role })).toEqual(readsWholeCompany(role) ? 'company' : theirs)
  })
})

test('a payment is chosen when a batch takes it and it is the next of its order; the reason of the batch goes first', () => {
  const refusal = refuse('no_account')
  expect(mayChoose(true, true)).toBe(true)
  expect(mayChoose(true, false)).toEqual({ refused: 'not_next_payment' })
  expect(mayChoose(refusal, false)).toEqual(refusal)
})

test('a week begins on Monday, on any day of any century', () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 60_000 }), count => {
      const day = addDays(today, count)
      const monday = mondayOn(day)
      expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1)
      expect(monday <= day && day <= addDays(monday, 6)).toBe(true)
    }),
  )
})

describe('the calendar', () => {
  const spans = fc.record({ day: days, weeks: fc.integer({ min: 1, max: maxWeeks }), today: days })

  test('has every payment in exactly one place, and the sums of the places are the total', () => {
    fc.assert(
      fc.property(dues, spans, (all, span) => {
        const { before, weeks, after, undated, total } = calendarFrom(all, span)
        const places = [...before, ...weeks.flatMap(({ lines }) => lines), ...after, ...undated]
        expect(added(places)).toEqual(added(total))
        for (const week of weeks)
          expect(added(week.days.flatMap(({ lines }) => lines))).toEqual(added(week.lines))
        const counted = Object.values(added(total)).reduce((sum, [count]) => sum + count, 0)
        expect(counted).toBe(all.reduce((sum, { count }) => sum + count, 0))
      }),
    )
  })

  test('has its weeks one after the other, and nothing overdue on a day that has not passed', () => {
    fc.assert(
      fc.property(dues, spans, (all, span) => {
        const { from, until, weeks } = calendarFrom(all, span)
        expect(spanFrom(span.day, span.weeks)).toEqual({ from, until })
        const each = weeks.flatMap(week => week.days)
        expect(each.map(({ day }) => day)).toEqual(each.map((_, index) => addDays(from, index)))
        expect(each.at(-1)?.day).toBe(until)
        for (const { day, lines } of each)
          for (const line of lines)
            expect(day < span.today ? line.approved.count + line.pending.count : line.overdue.count).toBe(0)
      }),
    )
  })

  test('tells an overdue payment apart, approved or not, and one that is due today as on time', () => {
    const due = (count: number, status: Due['status']): Due => ({
      type: 'gasto',
      status,
      dueOn: addDays(today, count),
      count: 1,
      amount: money(100n, 'EUR'),
    })
    const { total } = calendarFrom([due(-1, 'approved'), due(-1, 'pending'), due(0, 'pending')], {
      day: today,
      weeks: 1,
      today,
    })
    expect(added(total)).toEqual({ 'EUR overdue': [2, 200n], 'EUR pending': [1, 100n] })
  })
})

describe('the forecast', () => {
  test('has everything once: thirteen weeks, what is overdue, what comes later and what has no day', () => {
    fc.assert(
      fc.property(dues, days, (all, day) => {
        const forecast = forecastFrom(all, day)
        expect(forecast.map(({ currency }) => currency)).toEqual(
          [...new Set(all.map(({ amount }) => amount.currency))].toSorted(),
        )
        for (const { currency, rows } of forecast) {
          expect(rows).toHaveLength(maxWeeks + 3)
          for (const [type, way] of [
            ['gasto', 'outflow'],
            ['emision', 'inflow'],
          ] as const)
            for (const status of ['approved', 'pending'] as const) {
              const own = all.filter(
                due => due.type === type && due.status === status && due.amount.currency === currency,
              )
              expect(rows.reduce((sum, row) => sum + row[way][status].minor, 0n)).toBe(
                own.reduce((sum, { amount }) => sum + amount.minor, 0n),
              )
            }
        }
      }),
    )
  })
})
