import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dueDay,
  dueDayWithinEnd,
  firstDueFrom,
  mayBeginOn,
  nextDueDays,
  periods,
  recurrenceAbilities,
  recurrenceStates,
  type Schedule,
} from '#features/recurrences/rules.ts'
import { roles } from '#kernel/actor.ts'
import { type Day, dayFrom } from '#kernel/day.ts'

const day = (text: string): Day => {
  const found = dayFrom(text)
  if (found === null) throw new Error(text)
  return found
}
const days = fc
  .tuple(
    fc.integer({ min: 2020, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  )
  .map(parts => dayFrom(parts.map(number => String(number).padStart(2, '0')).join('-')))
  .filter(found => found !== null)
const schedules: fc.Arbitrary<Schedule> = fc.record({
  firstOn: days,
  everyMonths: fc.constantFrom(...periods),
  endsOn: fc.option(days),
})

describe('due days', () => {
  it('fall on the first one’s date, or on the last day of a month that is too short, and move no later one', () => {
    const monthly = { firstOn: day('2027-01-31'), everyMonths: 1 as const, endsOn: null }
    expect([0, 1, 2, 3, 13].map(index => dueDay(monthly, index))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2028-02-29',
    ])
    expect(dueDay({ ...monthly, everyMonths: 12 }, 1)).toBe('2028-01-31')
    expect(dueDay({ ...monthly, firstOn: day('2027-11-15'), everyMonths: 3 }, 1)).toBe('2028-02-15')
  })

  it('are in order, at least 28 days and never a month more than the period apart', () => {
    fc.assert(
      fc.property(schedules, fc.nat(60), (schedule, index) => {
        const [one, next] = [dueDay(schedule, index), dueDay(schedule, index + 1)]
        const apart = (Date.parse(next) - Date.parse(one)) / 86_400_000
        expect(apart).toBeGreaterThanOrEqual(28 * schedule.everyMonths)
        expect(apart).toBeLessThanOrEqual(31 * schedule.everyMonths)
        expect(next.slice(8) <= schedule.firstOn.slice(8)).toBe(true)
      }),
    )
  })

  it('end with the last day, which still counts', () => {
    const schedule = { firstOn: day('2027-01-10'), everyMonths: 1 as const, endsOn: day('2027-03-10') }
    expect(nextDueDays(schedule, 0, 5)).toEqual(['2027-01-10', '2027-02-10', '2027-03-10'])
    expect(dueDayWithinEnd(schedule, 3)).toBeNull()
  })

  it('continue with the first on or after today', () => {
    fc.assert(
      fc.property(schedules, days, fc.nat(12), (schedule, today, from) => {
        const found = firstDueFrom(schedule, from, today)
        expect(dueDay(schedule, found) >= today || found === from).toBe(true)
        if (found > from) expect(dueDay(schedule, found - 1) < today).toBe(true)
      }),
    )
  })

  it('begin tomorrow at the earliest', () => {
    const today = day('2027-01-10')
    expect(mayBeginOn(day('2027-01-11'), today)).toBe(true)
    expect(mayBeginOn(today, today)).toMatchObject({ facts: { earliest: '2027-01-11' } })
  })
})

describe('whoever did not make a recurrence', () => {
  it('changes, resumes, skips and makes nothing; an administrator pauses and ends it', () => {
    for (const state of recurrenceStates)
      for (const role of roles) {
        const can = recurrenceAbilities({ userId: 'other', role }, { ownerId: 'owner', state })
        for (const verb of ['change', 'resume', 'skip', 'make'] as const)
          expect(can[verb]).toMatchObject({ refused: 'forbidden' })
        const isOpen = state !== 'ended' && role === 'admin'
        expect(can.end === true).toBe(isOpen)
        expect(can.pause === true).toBe(isOpen && state === 'active')
      }
  })
})
