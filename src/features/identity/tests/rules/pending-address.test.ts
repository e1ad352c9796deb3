import { expect, test } from 'vitest'
import { takesEffectFrom, takesEffectNow } from '#features/identity/rules/pending-address.ts'

const now = new Date('2026-03-02T10:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('of an account that was used, the former address has 72 hours to refuse; of others, and of oneself, none', () => {
  expect(takesEffectFrom({ isOwn: false, wasUsed: true }, now)).toEqual(later(72))
  expect(takesEffectFrom({ isOwn: false, wasUsed: false }, now)).toEqual(now)
  expect(takesEffectFrom({ isOwn: true, wasUsed: true }, now)).toEqual(now)
})

test('an address counts when it is confirmed and the time to refuse is over, and not before either', () => {
  const pending = { email: 'x@y.example', isConfirmed: true, after: later(72).toISOString() }
  expect(takesEffectNow(pending, later(71))).toBe(false)
  expect(takesEffectNow(pending, later(72))).toBe(true)
  expect(takesEffectNow({ ...pending, isConfirmed: false }, later(100))).toBe(false)
})
