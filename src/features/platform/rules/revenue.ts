/**
 * Revenue in whole US dollars a month: a company pays the price of its subscription while it is active, and
 * nothing before it joined.
 */
import { type CompanyStatus, type Plan, subscriptionTerms } from '#features/companies/rules.ts'
import { type Money, money, wholeUnits } from '#kernel/money.ts'

/** Facts that decide how much a company pays. */
export type Subscription = { readonly plan: Plan; readonly status: CompanyStatus }

/** Monthly payment of a company. */
export function paidUsd({ plan, status }: Subscription): number {
  return status === 'active' ? subscriptionTerms[plan].monthlyUsd : 0
}

export type Revenue = {
  readonly mrrUsd: number
  readonly arrUsd: number
  /** Average of the companies that pay, to the cent; null while none does. */
  readonly average: Money | null
  readonly customers: number
  readonly payingCustomers: number
}

/** Revenue of all companies. Customers are the active companies, whether they pay or not. */
export function totalRevenue(companies: readonly Subscription[]): Revenue {
  const paid = companies.map(paidUsd).filter(usd => usd > 0)
  const mrrUsd = paid.reduce((sum, usd) => sum + usd, 0)
  return {
    mrrUsd,
    arrUsd: 12 * mrrUsd,
    average:
      paid.length === 0 ? null : money(perHead(wholeUnits(mrrUsd, 'USD').minor, BigInt(paid.length)), 'USD'),
    customers: companies.filter(({ status }) => status === 'active').length,
    payingCustomers: paid.length,
  }
}

/** Quotient rounded to the nearest cent, half a cent up. */
const perHead = (cents: bigint, heads: bigint): bigint => (2n * cents + heads) / (2n * heads)

/** Earlier subscription, status or both of a company, until the instant of the change. */
export type SubscriptionChange = {
  readonly at: string
  readonly planBefore: Plan | null
  readonly statusBefore: CompanyStatus | null
}
export type SubscriptionHistory = Subscription & {
  readonly createdAt: string
  readonly changes: readonly SubscriptionChange[]
}

/**
 * Subscription and status of a company at an instant, derived backwards from the current ones; null before it
 * joined.
 */
export function subscriptionAt(
  { plan, status, createdAt, changes }: SubscriptionHistory,
  at: Date,
): Subscription | null {
  if (Date.parse(createdAt) > at.getTime()) return null
  const later = changes
    .filter(change => Date.parse(change.at) > at.getTime())
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return {
    plan: later.find(change => change.planBefore !== null)?.planBefore ?? plan,
    status: later.find(change => change.statusBefore !== null)?.statusBefore ?? status,
  }
}

export type MonthOfRevenue = { readonly month: string; readonly mrrUsd: number }

/**
 * Revenue of the last twelve months in UTC, oldest first: at the end of each month, and now in the current one.
 */
export function revenueByMonth(
  companies: readonly SubscriptionHistory[],
  now: Date,
): readonly MonthOfRevenue[] {
  return Array.from({ length: 12 }, (_, index) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index, 1))
    const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
    const at = new Date(Math.min(next - 1, now.getTime()))
    const standings = companies.map(company => subscriptionAt(company, at)).filter(found => found !== null)
    return { month: start.toISOString().slice(0, 7), mrrUsd: totalRevenue(standings).mrrUsd }
  })
}

export const usageTrends = ['up', 'down', 'stable'] as const
export type UsageTrend = (typeof usageTrends)[number]

/** Trend of the last thirty days' orders against the thirty before: within ten percent is stable. */
export function usageTrend(latest: number, before: number): UsageTrend {
  if (latest * 10 > before * 11) return 'up'
  return latest * 10 < before * 9 ? 'down' : 'stable'
}
