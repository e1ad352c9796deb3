import { describe, expect, test } from 'vitest'
import type { CompanyStatus, Plan } from '#features/companies/rules.ts'
import {
  paidUsd,
  revenueByMonth,
  type SubscriptionChange,
  type SubscriptionHistory,
  subscriptionAt,
  totalRevenue,
  usageTrend,
} from '#features/platform/rules/revenue.ts'
import { money } from '#kernel/money.ts'

const standing = (plan: Plan, status: CompanyStatus = 'active') => ({ plan, status })

describe('revenue', () => {
  test.each([
    ['free', 'active', 0],
    ['starter', 'active', 199],
    ['business', 'active', 499],
    ['enterprise', 'active', 999],
    ['enterprise', 'suspended', 0],
    ['enterprise', 'inactive', 0],
  ] as const)('of a company on %s that is %s is %i', (plan, status, usd) => {
    expect(paidUsd({ plan, status })).toBe(usd)
  })

  test('is the sum of what the active companies pay; the average is over those that pay', () => {
    const companies = [standing('free'), standing('starter'), standing('starter'), standing('business')]
    expect(totalRevenue([...companies, standing('enterprise', 'suspended')])).toEqual({
      mrrUsd: 897,
      arrUsd: 10_764,
      customers: 4,
      payingCustomers: 3,
      average: money(29_900n, 'USD'),
    })
    expect(totalRevenue([])).toMatchObject({ mrrUsd: 0, arrUsd: 0, average: null, customers: 0 })
    expect(totalRevenue([standing('free')])).toMatchObject({
      average: null,
      customers: 1,
      payingCustomers: 0,
    })
  })

  test('has its average to the nearest cent', () => {
    const companies = [...Array.from({ length: 2 }, () => standing('starter')), standing('enterprise')]
    expect(totalRevenue(companies).average).toEqual(money(46_567n, 'USD'))
  })
})

const history = (over: Partial<SubscriptionHistory>): SubscriptionHistory => ({
  ...standing('business'),
  createdAt: '2026-03-10T12:00:00Z',
  changes: [],
  ...over,
})
const changed = (
  at: string,
  planBefore: Plan | null,
  statusBefore: CompanyStatus | null = null,
): SubscriptionChange => ({
  at,
  planBefore,
  statusBefore,
})

describe('how a company stood', () => {
  const changes = [
    changed('2026-08-01T00:00:00Z', null, 'suspended'),
    changed('2026-06-15T00:00:00Z', 'starter'),
    changed('2026-07-01T00:00:00Z', null, 'active'),
    changed('2026-05-01T00:00:00Z', 'free'),
  ]
  test.each([
    ['2026-03-10T11:59:59Z', null],
    ['2026-03-10T12:00:00Z', standing('free')],
    ['2026-05-01T00:00:00Z', standing('starter')],
    ['2026-06-20T00:00:00Z', standing('business')],
    ['2026-07-15T00:00:00Z', standing('business', 'suspended')],
    ['2026-09-01T00:00:00Z', standing('business')],
  ])('at %s', (at, expected) => {
    expect(subscriptionAt(history({ changes }), new Date(at))).toEqual(expected)
  })

  test('gives twelve months, each at its end and the last one now', () => {
    const changes = [changed('2026-10-31T23:00:00Z', 'starter'), changed('2026-11-21T10:00:00Z', 'business')]
    const grown = history({ plan: 'enterprise', changes })
    const months = revenueByMonth([grown], new Date('2026-11-21T12:00:00Z'))
    expect(months.map(({ month }) => month)).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ])
    expect(months.map(({ mrrUsd }) => mrrUsd)).toEqual([0, 0, 0, ...Array(7).fill(199), 499, 999])
    expect(revenueByMonth([grown], new Date('2026-11-21T09:00:00Z')).at(-1)?.mrrUsd).toBe(499)
  })
})

test.each([
  [0, 0, 'stable'],
  [1, 0, 'up'],
  [0, 1, 'down'],
  [110, 100, 'stable'],
  [111, 100, 'up'],
  [90, 100, 'stable'],
  [89, 100, 'down'],
  [11, 10, 'stable'],
  [9, 10, 'stable'],
] as const)('%i orders after %i is %s', (latest, before, trend) => {
  expect(usageTrend(latest, before)).toBe(trend)
})
