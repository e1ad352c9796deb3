/**
 * Money of a provider, a client, a contract or a project: amounts paid or issued by month, amounts approved and still to
 * be executed, amounts pending of approval. Currencies are never added, nor payments to issues.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { lastMonths, type Month, monthFromDay, monthsShown } from '#features/reports/rules.ts'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'
import { add, type Currency, type Money, zero } from '#kernel/money.ts'

/** Days from the first to the last, both included. */
export type Period = { readonly from: Day; readonly until: Day }

/** Calendar quarter of a day. */
export function quarterOn(day: Day): Period {
  const month = Number(day.slice(5, 7))
  return monthsFrom(day, month - ((month - 1) % 3), 3)
}

/** Calendar year of a day. */
export const yearOn = (day: Day): Period => monthsFrom(day, 1, 12)

/** Days of a month: of `2026-11`, the first to the thirtieth. */
export const daysOfMonth = (month: Month): Period => monthsFrom(month, Number(month.slice(5, 7)), 1)

function monthsFrom(start: Day | Month, first: number, count: number): Period {
  const year = Number(start.slice(0, 4))
  const next = first + count > 12 ? firstDay(year + 1, 1) : firstDay(year, first + count)
  return { from: firstDay(year, first), until: addDays(next, -1) }
}

function firstDay(year: number, month: number): Day {
  const day = dayFrom(`${year}-${String(month).padStart(2, '0')}-01`)
  if (day === null) throw new Error(`no month ${month} in ${year}`)
  return day
}

/**
 * Filters of a list of orders by which it finds whatever was paid or issued in a period, in part too: an order that is paid in
 * part is approved.
 */
export const executedDuring = ({ from, until }: { readonly from: string; readonly until: string }) => ({
  executedFrom: from,
  executedTo: until,
})

export type Figure = { readonly count: number; readonly amount: Money }

/** Sum of the orders of one type, currency and status. */
export type Portion = Figure & {
  readonly type: DocumentType
  readonly status: 'paid' | 'approved' | 'pending'
  /** Month of the execution, of what is paid. */
  readonly month: Month | null
}

export type MoneyLine = {
  readonly type: DocumentType
  readonly currency: Currency
  readonly quarter: Figure
  readonly year: Figure
  readonly approved: Figure
  readonly pending: Figure
  readonly months: readonly (Figure & { readonly month: Month })[]
}

/**
 * Lines of money, one per type and currency that has any: payments first. The last twelve months hold every month of
 * today's quarter and year, so their figures are sums of months.
 */
export function moneyLines(portions: readonly Portion[], today: Day): MoneyLine[] {
  const currencies = [...new Set(portions.map(({ amount }) => amount.currency))].toSorted()
  const lines = (['gasto', 'emision'] as const).flatMap(type =>
    currencies.map(currency => ({
      type,
      currency,
      own: portions.filter(each => each.type === type && each.amount.currency === currency),
    })),
  )
  return lines
    .filter(({ own }) => own.length > 0)
    .map(({ type, currency, own }) => ({ type, currency, ...figuresOn(today, own, currency) }))
}

function figuresOn(today: Day, own: readonly Portion[], currency: Currency) {
  const sum = (isIn: (portion: Portion) => boolean): Figure => {
    const found = own.filter(isIn)
    return {
      count: found.reduce((count, each) => count + each.count, 0),
      amount: found.reduce((total, each) => add(total, each.amount), zero(currency)),
    }
  }
  const during = ({ from, until }: Period) =>
    sum(({ month }) => month !== null && month >= monthFromDay(from) && month <= monthFromDay(until))
  return {
    quarter: during(quarterOn(today)),
    year: during(yearOn(today)),
    approved: sum(({ status }) => status === 'approved'),
    pending: sum(({ status }) => status === 'pending'),
    months: lastMonths(today, monthsShown).map(month => ({ month, ...sum(each => each.month === month) })),
  }
}
