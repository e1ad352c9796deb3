import { expect, test } from 'vitest'
import {
  goneAfterMs,
  isAccepted,
  maxTries,
  restAfter,
  switchOffReason,
  visit,
  waitAfter,
} from '#features/webhooks/rules/attempts.ts'

const waits = (chance: number): number[] =>
  Array.from({ length: maxTries - 1 }, (_, index) => waitAfter(index + 1, chance, null) ?? 0)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const hours = (seconds: number) => seconds / 3600

test('a delivery is tried eleven times, ever later, over three days and less than four', () => {
  const planned = waits(0)
  expect(maxTries).toBe(11)
  expect(planned).toEqual(planned.toSorted((a, b) => a - b))
  expect(planned[0]).toBeLessThanOrEqual(10)
  expect(hours(sum(planned))).toBeGreaterThanOrEqual(72)
  expect(hours(sum(waits(1)))).toBeLessThan(96)
})

test('after the last try it is given up', () => {
  expect(waitAfter(maxTries, 0, null)).toBeNull()
  expect(waitAfter(maxTries, 0, 3600)).toBeNull()
})

test('chance only lengthens a wait, by a tenth at most', () => {
  expect([waitAfter(2, 0, null), waitAfter(2, 1, null)]).toEqual([60, 66])
})

test('a receiver may put us off, within bounds, and never hurries us', () => {
  expect(waitAfter(1, 0, 120)).toBe(120)
  expect(waitAfter(1, 0, 10 ** 9)).toBe(6 * 3600)
  expect(waitAfter(3, 0, 1)).toBe(300)
})

test('the last try of the first delivery that failed switches its webhook off', () => {
  const begun = new Date('2026-11-20T08:00:00Z')
  const last = new Date(begun.getTime() + sum(waits(0)) * 1000)
  expect(switchOffReason(500, begun, last)).toBe('failures')
  expect(switchOffReason(null, begun, last)).toBe('failures')
  expect(switchOffReason(500, begun, new Date(begun.getTime() + goneAfterMs - 1))).toBeNull()
})

test('a receiver that says that it is gone is believed at once', () => {
  const now = new Date('2026-11-20T08:00:00Z')
  expect(switchOffReason(410, now, now)).toBe('gone')
  expect(switchOffReason(404, now, now)).toBeNull()
})

test('only an answer of success is one', () => {
  expect([200, 204, 299].map(isAccepted)).toEqual([true, true, true])
  expect([100, 199, 301, 307, 400, 410, 500].some(isAccepted)).toBe(false)
})

test('an endpoint rests after three failures in a row, at most five minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(restAfter)).toEqual([0, 0, 0, 5, 10, 20, 300])
})

test('a node holds an endpoint for longer than a visit can take', () => {
  expect(visit.leaseMs).toBeGreaterThan(visit.spanMs + 15_000 + 2000)
})
