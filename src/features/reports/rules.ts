/**
 * Reports say how things stand: what waits and with whom, what was paid and issued in each month, which
 * contracts are full or about to end. They read every slice and write nothing, and they never add amounts of
 * different currencies.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { add, type Currency, type Money, zero } from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export const monthsShown = 12
/** A contract is about to end from this many days before its last one. */
const endingWithinDays = 60
/** Lists of a dashboard end here and lead to the whole. */
export const most = 8

export type ReportRefusal = 'forbidden'

/** How the whole company stands is its administrators' to know. */
export const mayReadCompany = ({ role }: Pick<Actor, 'role'>): true | Refusal<ReportRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/** The client area's people, and the administrator who looks at it; each sees what their own projects hold. */
export const mayReadClient = ({ role }: Pick<Actor, 'role'>): true | Refusal<ReportRefusal> =>
  role === 'client' || role === 'client_user' || role === 'approver' || role === 'admin'
    ? true
    : refuse('forbidden')

/** A month on the wall of the company's office: `2026-11`. */
export type Month = string

export const monthOf = (day: string): Month => day.slice(0, 7)

/** The months up to today's, the oldest first. */
export function lastMonths(today: Day, count = monthsShown): Month[] {
  const months = [monthOf(today)]
  while (months.length < count) months.unshift(monthBefore(months[0] ?? today))
  return months
}

function monthBefore(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

export type Executed = { readonly month: Month; readonly type: DocumentType; readonly amount: Money }
export type ByType = { readonly [type in DocumentType]: Money }
export type Spend = {
  readonly currency: Currency
  readonly total: ByType
  readonly months: readonly ({ readonly month: Month } & ByType)[]
}

/** What was executed in each month by type, one account per currency: a month without any is there with zeros. */
export function spendBy(months: readonly Month[], executed: readonly Executed[]): Spend[] {
  const shown = executed.filter(({ month }) => months.includes(month))
  const currencies = [...new Set(shown.map(({ amount }) => amount.currency))].toSorted()
  return currencies.map(currency => {
    const own = shown.filter(({ amount }) => amount.currency === currency)
    const inMonth = (month: Month) => own.filter(each => each.month === month)
    return {
      currency,
      total: byType(own, currency),
      months: months.map(month => ({ month, ...byType(inMonth(month), currency) })),
    }
  })
}

function byType(executed: readonly Executed[], currency: Currency): ByType {
  const sum = (type: DocumentType) =>
    executed
      .filter(each => each.type === type)
      .reduce((total, each) => add(total, each.amount), zero(currency))
  return { gasto: sum('gasto'), emision: sum('emision') }
}

const ages = ['fresh', 'halfway', 'late'] as const
export type Age = (typeof ages)[number]

/** Late beyond the company's warning; halfway when more than half of it has gone by. */
export function ageOf(days: number, warningDays: number): Age {
  if (days > warningDays) return 'late'
  return days * 2 > warningDays ? 'halfway' : 'fresh'
}

/** How many have waited for how long; `counts` says how many for each number of days. */
export function ageing(
  counts: readonly { readonly days: number; readonly count: number }[],
  warningDays: number,
): { readonly [age in Age]: number } {
  const of = (age: Age) =>
    counts
      .filter(({ days }) => ageOf(days, warningDays) === age)
      .reduce((total, { count }) => total + count, 0)
  return { fresh: of('fresh'), halfway: of('halfway'), late: of('late') }
}

/** The last day on which a contract still counts as about to end. */
export const endingUntil = (today: Day): Day => addDays(today, endingWithinDays)
