// Average payment period: ratios weighted by amount, as the resolution of the ICAC adds them up.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingDay, paymentPeriod, periodIn } from '#features/reports/rules/payment-period.ts'
import { type Day, dayFrom } from '#kernel/day.ts'

const knownDay = (text: string): Day => {
  const day = dayFrom(text)
  if (day === null) throw new Error(text)
  return day
}
const operations = fc.array(fc.record({ days: fc.bigInt(0n, 2000n), minor: fc.bigInt(1n, 10n ** 14n) }))
type Operations = readonly { readonly days: bigint; readonly minor: bigint }[]
const weigh = (all: Operations) => ({
  minor: all.reduce((sum, { minor }) => sum + minor, 0n),
  dayMinor: all.reduce((sum, { days, minor }) => sum + days * minor, 0n),
})

test('payments weigh by their amount: 100 € in 10 days and 300 € in 50 are 40 days', () => {
  const paid = weigh([
    { days: 10n, minor: 10_000n },
    { days: 50n, minor: 30_000n },
  ])
  expect(paymentPeriod(paid, weigh([]))).toEqual({ paid: 4000, pending: null, period: 4000 })
  // With 400 € that wait since 20 days: (40 × 400 + 20 × 400) / 800.
  const pending = weigh([{ days: 20n, minor: 40_000n }])
  expect(paymentPeriod(paid, pending)).toEqual({ paid: 4000, pending: 2000, period: 3000 })
  expect(paymentPeriod(weigh([]), weigh([]))).toEqual({ paid: null, pending: null, period: null })
})

test('a third of a day is rounded to the hundredth', () => {
  expect(paymentPeriod({ minor: 3n, dayMinor: 1n }, { minor: 0n, dayMinor: 0n }).paid).toBe(33)
  expect(paymentPeriod({ minor: 200n, dayMinor: 1n }, { minor: 0n, dayMinor: 0n }).paid).toBe(1)
})

test('a ratio lies between its shortest and its longest payment, and the period between both ratios', () => {
  fc.assert(
    fc.property(operations, operations, (made, waiting) => {
      const { paid, pending, period } = paymentPeriod(weigh(made), weigh(waiting))
      const days = made.map(operation => Number(operation.days) * 100)
      if (paid !== null) expect(paid >= Math.min(...days) && paid <= Math.max(...days)).toBe(true)
      const ratios = [paid, pending].filter(ratio => ratio !== null)
      expect(period === null).toBe(ratios.length === 0)
      if (period !== null) expect(period >= Math.min(...ratios) && period <= Math.max(...ratios)).toBe(true)
    }),
  )
})

test('a period is counted to its end, or to today while it runs, and not before it begins', () => {
  const last = periodIn(2026, 4)
  expect(last).toEqual({ from: '2026-10-01', until: '2026-12-31' })
  expect(periodIn(2026, null)).toEqual({ from: '2026-01-01', until: '2026-12-31' })
  expect(closingDay(last, knownDay('2026-11-25'))).toBe('2026-11-25')
  expect(closingDay(last, knownDay('2027-01-01'))).toBe('2026-12-31')
  expect(closingDay(last, knownDay('2026-09-30'))).toBeNull()
  expect(closingDay(last, knownDay('2026-10-01'))).toBe('2026-10-01')
})
