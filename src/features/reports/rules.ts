/**
 * Reports: orders waiting and for whom, amounts paid and issued in each month, contracts that are full or about
 * to end. They read every slice and write nothing, and they never add amounts of different currencies.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { add, type Currency, type Money, zero } from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export const monthsShown = 12
/** Days before its last one from which a contract counts as about to end. */
const endingWithinDays = 60
/** Most rows of a dashboard's list, which then links to the whole. */
export const maxRows = 8

export type ReportRefusal = 'forbidden'

/** Permits the company's report: to whoever reads the whole of it. */
export const mayReadCompany = ({ role }: Pick<Actor, 'role'>): true | Refusal<ReportRefusal> =>
  readsWholeCompany(role) ? true : refuse('forbidden')

/**
 * Permits the client area's report: to its people, and to an administrator who visits it; each sees their own
 * projects only.
 */
export const mayReadClient = ({ role }: Pick<Actor, 'role'>): true | Refusal<ReportRefusal> =>
  role === 'client' || role === 'client_user' || role === 'approver' || readsWholeCompany(role)
    ? true
    : refuse('forbidden')

/** Month in the company's zone: `2026-11`. */
export type Month = string

export const monthFromDay = (day: string): Month => day.slice(0, 7)

/** Months up to today's, oldest first. */
export function lastMonths(today: Day, count = monthsShown): Month[] {
  const months = [monthFromDay(today)]
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

/** Executed amounts in each month by type, one series per currency; a month without any has zeros. */
export function spendByMonth(months: readonly Month[], executed: readonly Executed[]): Spend[] {
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

/** Age of a wait: late beyond the company's warning, halfway beyond half of it. */
export function waitAge(days: number, warningDays: number): Age {
  if (days > warningDays) return 'late'
  return days * 2 > warningDays ? 'halfway' : 'fresh'
}

/** Number of orders of each age, from the number of orders for each number of days. */
export function ageing(
  counts: readonly { readonly days: number; readonly count: number }[],
  warningDays: number,
): { readonly [age in Age]: number } {
  const countAged = (age: Age) =>
    counts
      .filter(({ days }) => waitAge(days, warningDays) === age)
      .reduce((total, { count }) => total + count, 0)
  return { fresh: countAged('fresh'), halfway: countAged('halfway'), late: countAged('late') }
}

/** Last day on which a contract's end counts as soon. */
export const endingUntil = (today: Day): Day => addDays(today, endingWithinDays)
