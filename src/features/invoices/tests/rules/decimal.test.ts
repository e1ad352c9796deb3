import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorFromDecimal, rateFromDecimal } from '#features/invoices/rules/decimal.ts'
import { minorToText } from '#kernel/money.ts'

test.each([
  ['1234.5', 123450n],
  ['-0.01', -1n],
  ['+7', 700n],
  ['.5', 50n],
  ['1000.000000', 100000n],
  ['0', 0n],
  ['9999999999999.99', 999999999999999n],
  ['1.001', 'too_many_decimals'],
  ['10000000000000.00', 'too_long'],
  ['1,50', 'not_an_amount'],
  ['1e3', 'not_an_amount'],
  ['', 'not_an_amount'],
  ['-', 'not_an_amount'],
  ['0x10', 'not_an_amount'],
  ['NaN', 'not_an_amount'],
])('%s is %s', (text, expected) => {
  expect(minorFromDecimal(text, 'EUR')).toBe(expected)
})

test('rounding goes half away from zero, and by the currency', () => {
  expect(minorFromDecimal('1.005', 'EUR', 'rounded')).toBe(101n)
  expect(minorFromDecimal('-1.005', 'EUR', 'rounded')).toBe(-101n)
  expect(minorFromDecimal('1.0049999', 'EUR', 'rounded')).toBe(100n)
  expect(minorFromDecimal('100.00', 'CLP')).toBe(100n)
  expect(minorFromDecimal('100.50', 'CLP')).toBe('too_many_decimals')
})

test('every amount that is written with its decimals is read as it was', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), minor => {
      const digits = minorToText(minor < 0n ? -minor : minor).padStart(3, '0')
      const text = `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      expect(minorFromDecimal(text, 'EUR')).toBe(minor)
    }),
  )
})

test('a rate is in basis points, or nothing that a breakdown can say', () => {
  expect(['21', '5.20', '0', '100', '5.2000'].map(rateFromDecimal)).toEqual([2100, 520, 0, 10_000, 520])
  expect(['5.125', '-1', '100.01', 'veinte'].map(rateFromDecimal)).toEqual([null, null, null, null])
})
