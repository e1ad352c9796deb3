import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Conversion,
  canonicalRate,
  convert,
  type ExchangeRate,
  isRate,
  parseRate,
  ratesOnDay,
  type SaidRate,
} from '#features/exchange-rates/rules.ts'
import { conversionWords } from '#features/exchange-rates/text.ts'
import { compareWith, noConditions, type Subject } from '#features/flows/rules/conditions.ts'
import { addDays, type Day, dayFromInstant } from '#kernel/day.ts'
import { type Currency, compare, currencies, type Money, money } from '#kernel/money.ts'
import { isRefusal } from '#kernel/refusal.ts'

const day = dayFromInstant('2026-11-12T10:00:00Z', 'UTC')
const said = (currency: Currency, rate: string, holdsFrom: Day = day): SaidRate => ({
  currency,
  rate,
  holdsFrom,
  against: 'EUR',
})
const tableOf = (rates: readonly ExchangeRate[]) => ({
  own: 'EUR' as const,
  rates: new Map(rates.map(rate => [rate.currency, rate])),
})
const table = tableOf([said('USD', '0.92'), said('GBP', '1.15'), said('CLP', '0.00098')])

function converted(amount: Money, currency: Currency, rates = table): Conversion {
  const conversion = convert(rates, amount, currency)
  if (isRefusal(conversion)) throw new Error(conversion.refused)
  return conversion
}

describe('an amount', () => {
  it.each<[string, Money, Currency, bigint]>([
    ['of the company’s own currency is what it is', money(5n, 'EUR'), 'EUR', 5n],
    ['is converted at its rate', money(120_000n, 'USD'), 'EUR', 110_400n],
    ['is rounded up to the cent', money(1n, 'USD'), 'EUR', 1n],
    ['goes back by the same rate', money(110_400n, 'EUR'), 'USD', 120_000n],
    ['goes through the company’s currency where neither is it', money(10_000n, 'GBP'), 'USD', 12_500n],
    ['of a currency without decimals keeps its size', money(1_000_000n, 'CLP'), 'EUR', 98_000n],
    ['becomes one without decimals', money(98n, 'EUR'), 'CLP', 1_000n],
  ])('%s', (_, amount, currency, minor) => {
    expect(converted(amount, currency).to).toEqual(money(minor, currency))
  })

  it('is not converted without a rate, and says which is missing', () => {
    expect(convert(table, money(1n, 'USD'), 'MXN')).toEqual({
      refused: 'rate_missing',
      facts: { currency: 'MXN', own: 'EUR' },
    })
  })

  it('is told with the rate that was used, and from when it holds', () => {
    expect(conversionWords(converted(money(120_000n, 'USD'), 'EUR')).replaceAll('\u00a0', ' ')).toBe(
      '1.200 US$ = 1.104 € al tipo 0,92 de 12/11/2026',
    )
  })
})

const amount = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const rate = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999n }), fc.bigInt({ min: 1n, max: 9_999_999_999n }))
  .map(([whole, decimals]) => canonicalRate(`${whole}.${String(decimals).padStart(10, '0')}`))
const others = currencies.filter(currency => currency !== 'EUR')
const anyTable = fc
  .tuple(...others.map(() => rate))
  .map(rates => tableOf(others.map((currency, at) => said(currency, rates[at] ?? '1'))))
const currency = fc.constantFrom(...currencies)

const order: Subject = {
  type: 'gasto',
  clientId: 'norte',
  projectId: 'PRJ-001',
  contractId: 'CTR-001',
  providerId: 'PRV-001',
  requesterIds: ['nuria'],
  taxCategories: ['iva'],
  costCentreId: null,
  amount: money(1n, 'EUR'),
  requested: [],
  exceeds: false,
  rates: table,
}

describe('whatever the rates', () => {
  it('a larger amount is never worth less, and none is worth less than nothing', () => {
    fc.assert(
      fc.property(anyTable, amount, amount, currency, currency, (rates, a, b, from, to) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        const [less, more] = [small, large].map(minor => converted(money(minor, from), to, rates).to)
        if (!less || !more) throw new Error('two amounts are two')
        expect(compare(less, more)).toBeLessThanOrEqual(0)
        expect(less.minor > 0n).toBe(true)
      }),
    )
  })

  it('an order meets a threshold in another currency exactly when its worth there does: no rule is skipped', () => {
    fc.assert(
      fc.property(anyTable, amount, amount, currency, currency, (rates, minor, limit, from, to) => {
        const asked = { ...order, rates, amount: money(minor, from) }
        const worth = { ...asked, amount: converted(asked.amount, to, rates).to }
        for (const field of ['from', 'upTo', 'cumulativeFrom'] as const) {
          const conditions = { ...noConditions, [field]: money(limit, to) }
          const met = compareWith(worth, conditions)
          expect(compareWith(asked, conditions)).toMatchObject({ isMet: !isRefusal(met) && met.isMet })
        }
      }),
    )
  })

  it('of two bands that touch, an order takes one and only one', () => {
    fc.assert(
      fc.property(anyTable, amount, amount, currency, currency, (rates, minor, limit, from, to) => {
        const asked = { ...order, rates, amount: money(minor, from) }
        const below = compareWith(asked, { ...noConditions, upTo: money(limit, to) })
        const above = compareWith(asked, { ...noConditions, from: money(limit + 1n, to) })
        if (isRefusal(below) || isRefusal(above)) throw new Error('every currency has a rate')
        expect(below.isMet).toBe(!above.isMet)
      }),
    )
  })
})

describe('a history of rates', () => {
  const history = [
    said('USD', '0.9', addDays(day, -10)),
    said('USD', '0.95', addDays(day, 1)),
    said('USD', '0.91', addDays(day, -10)),
    { ...said('USD', '20', day), against: 'MXN' as const },
  ]
  it.each([
    ['before the first there is none', -11, undefined],
    ['of one day the last said holds', 0, '0.91'],
    ['a later one holds from its day on', 1, '0.95'],
  ])('%s', (_, days, held) => {
    expect(ratesOnDay(history, 'EUR', addDays(day, days)).rates.get('USD')?.rate).toBe(held)
  })
})

it.each([
  ['0,92', '0.92'],
  [' 0.920 ', '0.92'],
  ['1200', '1200'],
  ['1.234', null],
  ['1.234,5', null],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['0,12345678901', null],
])('a rate typed as %s is read as %s', (typed, read) => {
  expect(parseRate(typed)).toBe(read)
  if (read !== null) expect(isRate(read)).toBe(true)
})
