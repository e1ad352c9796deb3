import { describe, expect, it, test } from 'vitest'
import {
  ageing,
  type Executed,
  endingUntil,
  lastMonths,
  mayReadClient,
  mayReadCompany,
  spendByMonth,
  waitAge,
} from '#features/reports/rules.ts'
import { readsWholeCompany, roles } from '#kernel/actor.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import { type Currency, money } from '#kernel/money.ts'

const day = (text: string): Day => {
  const found = dayFrom(text)
  if (!found) throw new Error(text)
  return found
}
const executed = (month: string, type: 'gasto' | 'emision', minor: bigint, currency: Currency = 'EUR') =>
  ({ month, type, amount: money(minor, currency) }) satisfies Executed

describe('who may read', () => {
  const refusal = { refused: 'forbidden' }
  test.each(roles)('%s', role => {
    const readsAll = readsWholeCompany(role)
    const isOfClients = readsAll || ['client', 'client_user', 'approver'].includes(role)
    expect(mayReadCompany({ role })).toEqual(readsAll ? true : expect.objectContaining(refusal))
    expect(mayReadClient({ role })).toEqual(isOfClients ? true : expect.objectContaining(refusal))
  })
})

describe('the last months', () => {
  it.each([
    ['2026-11-21', 3, ['2026-09', '2026-10', '2026-11']],
    ['2026-02-28', 3, ['2025-12', '2026-01', '2026-02']],
    ['2027-01-01', 1, ['2027-01']],
  ])('up to %s, %i of them', (today, count, months) => {
    expect(lastMonths(day(today), count)).toEqual(months)
  })

  it('are twelve different ones when nobody says how many', () => {
    const months = lastMonths(day('2026-11-21'))
    expect([months.length, new Set(months).size, months[0]]).toEqual([12, 12, '2025-12'])
  })
})

describe('what each month cost', () => {
  const months = ['2026-10', '2026-11']

  it('is nothing where nothing was executed', () => {
    expect(spendByMonth(months, [])).toEqual([])
    expect(spendByMonth(months, [executed('2026-09', 'gasto', 5n)])).toEqual([])
  })

  it('adds each type apart, and shows a month without any', () => {
    const [spend] = spendByMonth(months, [
      executed('2026-11', 'gasto', 5n),
      executed('2026-11', 'gasto', 7n),
      executed('2026-11', 'emision', 3n),
      executed('2026-09', 'gasto', 100n),
    ])
    const none = { gasto: money(0n, 'EUR'), emision: money(0n, 'EUR') }
    const november = { gasto: money(12n, 'EUR'), emision: money(3n, 'EUR') }
    expect(spend).toEqual({
      currency: 'EUR',
      total: november,
      months: [
        { month: '2026-10', ...none },
        { month: '2026-11', ...november },
      ],
    })
  })

  it('never adds two currencies', () => {
    const found = spendByMonth(months, [
      executed('2026-11', 'gasto', 5n, 'USD'),
      executed('2026-11', 'gasto', 7n, 'EUR'),
    ])
    expect(found.map(({ currency, total }) => [currency, total.gasto.minor])).toEqual([
      ['EUR', 7n],
      ['USD', 5n],
    ])
  })
})

describe('how long something has waited', () => {
  it.each([
    [0, 5, 'fresh'],
    [2, 5, 'fresh'],
    [3, 5, 'halfway'],
    [5, 5, 'halfway'],
    [6, 5, 'late'],
    [0, 1, 'fresh'],
    [1, 1, 'halfway'],
    [2, 1, 'late'],
    [-1, 5, 'fresh'],
  ] as const)('%i days with a warning of %i is %s', (days, warning, age) => {
    expect(waitAge(days, warning)).toBe(age)
  })

  it('is counted once for each order', () => {
    const counts = [0, 1, 2, 3, 4, 5, 6, 60].map(days => ({ days, count: 10 }))
    expect(ageing(counts, 5)).toEqual({ fresh: 30, halfway: 30, late: 20 })
    expect(ageing([], 5)).toEqual({ fresh: 0, halfway: 0, late: 0 })
  })
})

it('a contract is about to end for sixty days', () => {
  expect(endingUntil(day('2026-11-21'))).toBe('2027-01-20')
})
