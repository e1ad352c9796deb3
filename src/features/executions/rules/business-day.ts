/** Business days of euro banks (TARGET): working days except six holidays. */
import { addDays, type Day, dayFrom } from '#kernel/day.ts'

export function isBusinessDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const isFixedHoliday = ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))
  const easter = easterSunday(Number(day.slice(0, 4)))
  const isGoodFridayOrEasterMonday = day === addDays(easter, -2) || day === addDays(easter, 1)
  return weekday !== 0 && weekday !== 6 && !isFixedHoliday && !isGoodFridayOrEasterMonday
}

/** First business day on or after the given day. */
export function businessDayFrom(day: Day): Day {
  return isBusinessDay(day) ? day : businessDayFrom(addDays(day, 1))
}

/** Easter Sunday of the Gregorian calendar. Source: Butcher's algorithm, with the letters that its publication uses. */
function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = Math.floor((a + 11 * d + 22 * e) / 451)
  const [month, day] = [Math.floor((d + e - 7 * f + 114) / 31), ((d + e - 7 * f + 114) % 31) + 1]
  const easter = dayFrom(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
  if (easter === null) throw new Error(`no Easter in ${year}`)
  return easter
}
