// Days that follow from the clock: a test that wrote one down would fail as the calendar moves.
import { businessDayFrom, isBusinessDay } from '#features/executions/rules/business-day.ts'
import { addDays, type Day, dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'

const zone = 'Europe/Madrid'

/** The day in the tests' companies, moved by so many days. */
export const dayFromToday = (count = 0): Day => addDays(dayFromInstant(clock.now(), zone), count)

/** The next day on which banks settle that is not today: what is still to come when midnight strikes meanwhile. */
export const nextPayDay = (): Day => firstAfterToday(isBusinessDay)

/** The first day on which banks settle, so many days from today or later. */
export const payDayFrom = (count: number): Day => businessDayFrom(dayFromToday(count))

/** The next day on which banks do not settle. */
export const nextClosedDay = (): Day => firstAfterToday(day => !isBusinessDay(day))

function firstAfterToday(isSought: (day: Day) => boolean): Day {
  let day = dayFromToday(1)
  while (!isSought(day)) day = addDays(day, 1)
  return day
}

/** The next day from `instant` on which the clocks of the zone go forward: it has twenty-three hours. */
export function nextShortDay(): Day {
  let day = dayFromToday(2)
  while (hoursOf(day) !== 23) day = addDays(day, 1)
  return day
}

/** The instant at which a day begins in the zone. */
export function midnightOf(day: Day): Date {
  let instant = new Date(`${addDays(day, -1)}T12:00:00Z`)
  while (dayFromInstant(instant, zone) !== day) instant = new Date(instant.getTime() + 3_600_000)
  return instant
}

const hoursOf = (day: Day): number =>
  (midnightOf(addDays(day, 1)).getTime() - midnightOf(day).getTime()) / 3_600_000
