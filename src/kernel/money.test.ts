import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  currencies,
  currencyDecimals,
  formatMoney,
  money,
  moneyText,
  parseMoney,
} from '#kernel/money.ts'
import { moneyFromWire, moneyToWire } from '#kernel/wire.ts'

const nbsp = '\u00a0'
const anyMoney = fc.record({
  minor: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
  currency: fc.constantFrom(...currencies),
})

describe('an amount typed in Spanish', () => {
  it.each([
    ['1.234,56', 123456n],
    ['1234,56', 123456n],
    ['1.234', 123400n],
    ['1234', 123400n],
    ['0,01', 1n],
    ['250.000 €', 25000000n],
    ['1.234.567,8', 123456780n],
  ])('%s is read exactly', (text, minor) => {
    expect(parseMoney(text, 'EUR')).toEqual(money(minor, 'EUR'))
  })

  it.each([
    ['', 'empty'],
    ['abc', 'not_a_number'],
    ['1e5', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['-5', 'not_positive'],
    ['0', 'not_positive'],
    ['0,00', 'not_positive'],
    ['1.23', 'ambiguous'],
    ['1,234', 'ambiguous'],
    ['1,234.56', 'ambiguous'],
    ['12.34.567', 'ambiguous'],
    ['1,2345', 'too_many_decimals'],
    ['99999999999999,99', 'too_long'],
  ])('%s is refused as %s', (text, problem) => {
    expect(parseMoney(text, 'EUR')).toBe(problem)
  })

  it('never has decimals in a currency without them', () => {
    expect(parseMoney('1234,5', 'CLP')).toBe('too_many_decimals')
    expect(parseMoney('1234', 'CLP')).toEqual(money(1234n, 'CLP'))
  })
})

describe('an amount shown', () => {
  it('has no decimals when whole, all of them otherwise, and is always grouped', () => {
    expect(formatMoney(money(25000000n, 'EUR'))).toBe(`250.000${nbsp}€`)
    expect(formatMoney(money(898209n, 'EUR'))).toBe(`8.982,09${nbsp}€`)
    expect(formatMoney(money(-898209n, 'EUR'))).toBe(`-8.982,09${nbsp}€`)
  })

  it('reads back as what it was: typed, shown and stored are one number', () => {
    fc.assert(
      fc.property(anyMoney, amount => {
        expect(parseMoney(moneyText(amount), amount.currency)).toEqual(amount)
        expect(parseMoney(formatMoney(amount), amount.currency)).toEqual(amount)
      }),
    )
  })

  it('shows every digit of the number, however large', () => {
    fc.assert(
      fc.property(anyMoney, amount => {
        const digits = formatMoney(amount).replace(/\D/g, '')
        const isWhole = amount.minor % 10n ** BigInt(currencyDecimals(amount.currency)) === 0n
        const scale = isWhole ? 10n ** BigInt(currencyDecimals(amount.currency)) : 1n
        expect(BigInt(digits) * scale).toBe(amount.minor)
      }),
    )
  })
})

describe('arithmetic', () => {
  it('never adds or compares two currencies', () => {
    expect(() => add(money(1n, 'EUR'), money(1n, 'USD'))).toThrow('never added')
    expect(() => compare(money(1n, 'EUR'), money(1n, 'USD'))).toThrow()
  })

  it('crosses the wire as digits and comes back the same', () => {
    fc.assert(
      fc.property(anyMoney, amount => {
        const wire = JSON.parse(JSON.stringify(moneyToWire(amount)))
        expect(typeof wire.minor).toBe('string')
        expect(moneyFromWire(wire)).toEqual(amount)
      }),
    )
  })
})
