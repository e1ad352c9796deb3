/** Months and quarters of a company's calendar: their first and last days, and whether they are over. */
import { addDays, type Day, dayFrom } from '#kernel/day.ts'

/** Month in the company's time zone: `2026-11`. */
export type Month = string

/** Quarter in the company's time zone: `2026-4`. */
export type Quarter = string

/** Days from the first to the last, both included. */
export type Span = { readonly from: Day; readonly until: Day }

/** Days of a month; null for text that names none. */
export function monthSpan(text: string): Span | null {
  const parts = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  return parts ? monthsSpan(Number(parts[1]), Number(parts[2]), 1) : null
}

/** Days of a quarter; null for text that names none. */
export function quarterSpan(text: string): Span | null {
  const parts = /^(\d{4})-([1-4])$/.exec(text)
  return parts ? monthsSpan(Number(parts[1]), Number(parts[2]) * 3 - 2, 3) : null
}

function monthsSpan(year: number, month: number, count: number): Span | null {
  const from = dayFrom(`${monthText(year, month)}-01`)
  const next = dayFrom(`${monthText(year, month + count)}-01`)
  return from === null || next === null ? null : { from, until: addDays(next, -1) }
}

/** `2027-02` from a year and a month that may lie in the next one: 2026 and 14. */
function monthText(year: number, month: number): Month {
  const past = Math.floor((month - 1) / 12)
  return `${year + past}-${String(month - past * 12).padStart(2, '0')}`
}

/** The last month that is over. */
export function lastWholeMonth(today: Day): Month {
  return addDays(firstDay(today), -1).slice(0, 7)
}

const firstDay = (day: Day): Day => addDays(day, 1 - Number(day.slice(8, 10)))

/** Quarter in which a month lies. */
export const quarterFromMonth = (month: Month): Quarter =>
  `${month.slice(0, 4)}-${Math.ceil(Number(month.slice(5, 7)) / 3)}`

export const isOver = ({ until }: Span, today: Day): boolean => until < today

/** The last months up to today's, newest first. */
export function recentMonths(today: Day, count: number): Month[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  return Array.from({ length: count }, (_, before) => monthText(year, month - before))
}

/** The last quarters up to today's, newest first. */
export function recentQuarters(today: Day, count: number): Quarter[] {
  const months = recentMonths(today, count * 3)
  return [...new Set(months.map(quarterFromMonth))].slice(0, count)
}
