import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayFrom,
  dayFromInstant,
  daysBetween,
  formatDay,
  formatInstant,
  parseDay,
} from '#kernel/day.ts'

describe('a day', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '', '2026-11-21T00:00'])(
    '%s is not one',
    text => {
      expect(dayFrom(text)).toBeNull()
    },
  )

  it.each([
    ['21/11/2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    ['01-02-2026', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
  ])('typed as %s is %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day)
  })

  it('is not the American order', () => {
    expect(parseDay('11/21/2026')).toBeNull()
  })

  it('shown is read back as itself, and days between it and a later one are those added', () => {
    const days = fc.integer({ min: 0, max: 40_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 30_000 }), (offset, more) => {
        const start = dayFrom('1990-01-01')
        if (!start) throw new Error('a day')
        const day = addDays(start, offset)
        expect(parseDay(formatDay(day))).toBe(day)
        expect(daysBetween(day, addDays(day, more))).toBe(more)
      }),
    )
  })
})

describe('an instant', () => {
  it('belongs to the day of the company’s wall, not of UTC', () => {
    expect(dayFromInstant('2026-11-21T23:30:00Z', 'Europe/Madrid')).toBe('2026-11-22')
    expect(dayFromInstant('2026-11-21T01:30:00Z', 'America/Lima')).toBe('2026-11-20')
  })

  it('is shown in the company’s zone', () => {
    expect(formatInstant('2026-07-01T22:05:00Z', 'Europe/Madrid')).toBe('02/07/2026 00:05')
  })
})
