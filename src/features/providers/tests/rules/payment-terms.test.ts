import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areSound,
  isBeyondLaw,
  type PaymentTerms,
  plannedPayments,
} from '#features/providers/rules/payment-terms.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'

const day = (text: string): Day => {
  const found = dayFrom(text)
  if (found === null) throw new Error(text)
  return found
}
const within = (days: number, payDays: number[] = []): PaymentTerms => ({
  parts: [{ share: 10_000, days }],
  payDays,
})
const halves: PaymentTerms = {
  parts: [
    { share: 5000, days: 30 },
    { share: 5000, days: 60 },
  ],
  payDays: [],
}
const due = (terms: PaymentTerms, on: string, minor = 10_001n) =>
  plannedPayments(terms, day(on), minor).map(({ dueOn, amountMinor }) => [dueOn, amountMinor])

describe('payment terms', () => {
  test('count days from the date of the invoice', () => {
    expect(due(within(30), '2026-01-31')).toEqual([['2026-03-02', 10_001n]])
    expect(due(within(0), '2026-01-31')).toEqual([['2026-01-31', 10_001n]])
  })

  test('divide the amount into instalments, of which the last takes the rest', () => {
    expect(due(halves, '2026-01-01')).toEqual([
      ['2026-01-31', 5001n],
      ['2026-03-02', 5000n],
    ])
    expect(due(halves, '2026-01-01', 1n)).toEqual([['2026-03-02', 1n]])
  })

  test('wait for the next payment day; the 31st is the last day of a shorter month', () => {
    expect(due(within(30, [10, 25]), '2026-01-01')).toEqual([['2026-02-10', 10_001n]])
    expect(due(within(30, [25]), '2026-01-30')).toEqual([['2026-03-25', 10_001n]])
    expect(due(within(20, [31]), '2026-01-30')).toEqual([['2026-02-28', 10_001n]])
  })

  test('whatever they are add up to the amount, on payment days in order, none before its term', () => {
    const terms = fc
      .record({
        cuts: fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { maxLength: 5 }),
        days: fc.array(fc.integer({ min: 0, max: 365 }), { minLength: 6, maxLength: 6 }),
        payDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 4 }),
      })
      .map(({ cuts, days, payDays }): PaymentTerms => {
        const ends = [...cuts.toSorted((a, b) => a - b), 10_000]
        const sorted = days.toSorted((a, b) => a - b)
        return {
          parts: ends.map((end, index) => ({
            share: end - (ends[index - 1] ?? 0),
            days: sorted[index] ?? 0,
          })),
          payDays: payDays.toSorted((a, b) => a - b),
        }
      })
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 3000 }),
        fc.bigInt(1n, 10n ** 14n),
        (each, offset, minor) => {
          const from = addDays(day('2024-01-01'), offset)
          const planned = plannedPayments(each, from, minor)
          expect(areSound(each)).toBe(true)
          expect(planned.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(minor)
          planned.forEach(({ dueOn, amountMinor }, index) => {
            expect(amountMinor > 0n).toBe(true)
            expect(dueOn >= (planned[index - 1]?.dueOn ?? dueOn)).toBe(true)
            if (planned.length === each.parts.length)
              expect(dueOn >= addDays(from, each.parts[index]?.days ?? 0)).toBe(true)
            const isMonthEnd = addDays(dueOn, 1).slice(8) === '01'
            const dayOfMonth = Number(dueOn.slice(8))
            if (each.payDays.length > 0)
              expect(
                each.payDays.some(payDay => payDay === dayOfMonth || (isMonthEnd && payDay > dayOfMonth)),
              ).toBe(true)
          })
        },
      ),
    )
  })

  test.each([
    ['no part', { parts: [], payDays: [] }],
    ['parts of less than all', { parts: [{ share: 9999, days: 1 }], payDays: [] }],
    [
      'a part of nothing',
      {
        parts: [
          { share: 0, days: 1 },
          { share: 10_000, days: 2 },
        ],
        payDays: [],
      },
    ],
    [
      'days out of order',
      {
        parts: [
          { share: 5000, days: 9 },
          { share: 5000, days: 2 },
        ],
        payDays: [],
      },
    ],
    ['one payment day twice', within(1, [5, 5])],
  ])('are not sound with %s', (_, terms) => expect(areSound(terms)).toBe(false))

  test('are told in words, and beyond sixty days the law is', () => {
    expect(paymentTermsText(within(0))).toBe('al contado')
    expect(paymentTermsText(within(30, [10, 25]))).toBe('a 30 días, los días 10 y 25')
    expect(paymentTermsText(halves)).toBe('50 % a 30 días y 50 % a 60 días')
    expect([within(60), within(61)].map(isBeyondLaw)).toEqual([false, true])
  })
})
