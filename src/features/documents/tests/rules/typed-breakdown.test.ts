import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakdownProblems } from '#features/documents/rules/breakdown.ts'
import {
  isComplete,
  knownBreakdown,
  startedBreakdown,
  type TypedAmount,
  typedMinor,
  withBase,
  withDisbursements,
  withNewLine,
  withoutLine,
  withRate,
  withTax,
  withTotal,
  withWithholding,
} from '#features/documents/rules/typed-breakdown.ts'

const iva = { kind: 'iva', rate: 2100 } as const
const started = (amountMinor: string): TypedAmount => ({
  amountMinor,
  breakdown: startedBreakdown(amountMinor, iva),
})
const lines = ({ breakdown }: TypedAmount) =>
  breakdown.taxLines.map(({ baseMinor, taxMinor }) => [baseMinor, taxMinor])

test('a total and 21 % divide it', () => {
  expect(lines(started('12100'))).toEqual([['10000', '2100']])
  expect(lines(withRate(started('11000'), 0, { kind: 'iva', rate: 1000 }))).toEqual([['10000', '1000']])
})

test('a base and 21 % fill the tax and the total', () => {
  const typed = withBase(started(''), 0, '10000')
  expect(lines(typed)).toEqual([['10000', '2100']])
  expect(typed.amountMinor).toBe('12100')
})

test('a tax that the invoice rounds otherwise changes the total', () => {
  expect(withTax(started('12100'), 0, '2101').amountMinor).toBe('12101')
})

test('another total divides a single line anew, and leaves several lines as they are', () => {
  expect(lines(withTotal({ ...started('12100'), amountMinor: '24200' }))).toEqual([['20000', '4200']])
  const two = withBase(withNewLine(started('12100'), { kind: 'iva', rate: 1000 }), 1, '5000')
  expect(two.amountMinor).toBe('17600')
  expect(lines(withTotal({ ...two, amountMinor: '99999' }))).toEqual(lines(two))
})

test('a withholding follows the bases', () => {
  const typed = withWithholding(started('12100'), { kind: 'irpf', rate: 1500 })
  expect(typed.breakdown.withholding?.withheldMinor).toBe('1500')
  expect(withBase(typed, 0, '20000').breakdown.withholding).toMatchObject({
    baseMinor: '20000',
    withheldMinor: '3000',
  })
  expect(withWithholding(typed, null).breakdown.withholding).toBeNull()
})

test('a line that goes takes its amounts with it; without any, the total stays', () => {
  const two = withBase(withNewLine(started('12100'), { kind: 'exento', rate: 0 }), 1, '5000')
  expect(withoutLine(two, 0).amountMinor).toBe('5000')
  expect(withoutLine(started('12100'), 0).amountMinor).toBe('12100')
})

test('suplidos add to the total', () => {
  expect(withDisbursements(started('12100'), '900').amountMinor).toBe('13000')
})

test('whatever is typed, in whatever order, is sound once complete', () => {
  const digits = fc.bigInt(100n, 10n ** 11n).map(String)
  const rate = fc.constantFrom(2100, 1000, 400, 0, 700, 1050)
  const step = fc.oneof(
    fc.tuple(digits).map(
      ([base]) =>
        (typed: TypedAmount) =>
          withBase(typed, 0, base),
    ),
    fc.tuple(rate).map(
      ([at]) =>
        (typed: TypedAmount) =>
          withRate(typed, 0, { kind: 'iva', rate: at }),
    ),
    fc.tuple(digits).map(
      ([total]) =>
        (typed: TypedAmount) =>
          withTotal({ ...typed, amountMinor: total }),
    ),
    fc.tuple(digits).map(
      ([minor]) =>
        (typed: TypedAmount) =>
          withDisbursements(typed, minor),
    ),
    fc.constant((typed: TypedAmount) => withWithholding(typed, { kind: 'irpf', rate: 1500 })),
  )
  fc.assert(
    fc.property(digits, fc.array(step, { maxLength: 8 }), (total, steps) => {
      const typed = steps.reduce((each, next) => next(each), started(total))
      fc.pre(
        isComplete(typed) && typedMinor(typed.amountMinor) > typedMinor(typed.breakdown.disbursementsMinor),
      )
      expect(breakdownProblems(typedMinor(typed.amountMinor), knownBreakdown(typed.breakdown))).toEqual([])
    }),
  )
})
