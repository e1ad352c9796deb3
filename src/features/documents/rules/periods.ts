/** Periods of the calendar that people ask about, from their first day to their last. */
import { addDays, type Day, dayFrom } from '#kernel/day.ts'

type Period = { readonly from: Day; readonly to: Day }

export const periods: readonly { readonly label: string; readonly days: (today: Day) => Period }[] = [
  { label: 'Este mes', days: today => monthsFrom(firstMonth(today, 1), 1) },
  { label: 'Mes pasado', days: today => monthsFrom(firstMonth(today, 1) - 1, 1) },
  { label: 'Este trimestre', days: today => monthsFrom(firstMonth(today, 3), 3) },
  { label: 'Este año', days: today => monthsFrom(firstMonth(today, 12), 12) },
]

/** First month of the period of this many months that holds the day, counted from the year 0. */
function firstMonth(day: Day, length: number): number {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return month - (month % length)
}

const monthsFrom = (month: number, length: number): Period => ({
  from: firstDay(month),
  to: addDays(firstDay(month + length), -1),
})

function firstDay(month: number): Day {
  const day = dayFrom(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`)
  if (day === null) throw new Error(`no month: ${month}`)
  return day
}
