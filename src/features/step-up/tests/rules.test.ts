// From which amount a confirmation is asked, in whatever currency, and who may change it.
import { describe, expect, test } from 'vitest'
import { noRates, type RateTable } from '#features/exchange-rates/rules.ts'
import { isLaxer, mayChooseThreshold, reaches } from '#features/step-up/rules.ts'
import { roles } from '#kernel/actor.ts'
import { dayFrom } from '#kernel/day.ts'
import { type Currency, money } from '#kernel/money.ts'

const euros = (minor: bigint) => money(minor, 'EUR')
const holdsFrom = dayFrom('2026-01-01')
if (!holdsFrom) throw new Error('a day')
const table = (currency: Currency, rate: string): RateTable => ({
  own: 'EUR',
  rates: new Map([[currency, { currency, rate, holdsFrom }]]),
})

describe('an amount', () => {
  test('reaches the threshold from the very cent on', () => {
    expect(reaches(euros(99_999n), euros(100_000n), noRates('EUR'))).toBe(false)
    expect(reaches(euros(100_000n), euros(100_000n), noRates('EUR'))).toBe(true)
    expect(reaches(euros(100_001n), euros(100_000n), noRates('EUR'))).toBe(true)
  })

  test('always reaches one cent, in its currency and in one that is worth much less', () => {
    expect(reaches(euros(1n), euros(1n), noRates('EUR'))).toBe(true)
    expect(reaches(money(1n, 'USD'), euros(1n), table('USD', '0.0001'))).toBe(true)
  })

  test('in another currency is compared through the company’s rate, rounded up', () => {
    const rates = table('USD', '0.5')
    expect(reaches(money(200_000n, 'USD'), euros(100_000n), rates)).toBe(true)
    expect(reaches(money(199_999n, 'USD'), euros(100_000n), rates)).toBe(true)
    expect(reaches(money(199_998n, 'USD'), euros(100_000n), rates)).toBe(false)
  })

  test('without a rate reaches every threshold: it is never let by unasked', () => {
    expect(reaches(money(1n, 'USD'), euros(100_000_000n), noRates('EUR'))).toBe(true)
    expect(reaches(euros(1n), money(100_000_000n, 'USD'), noRates('EUR'))).toBe(true)
  })
})

describe('a change of the threshold', () => {
  test('is laxer when it is removed, raised, or said in another currency', () => {
    expect(isLaxer(null, euros(100n))).toBe(true)
    expect(isLaxer(euros(101n), euros(100n))).toBe(true)
    expect(isLaxer(money(1n, 'USD'), euros(100n))).toBe(true)
  })

  test('is not when it is set for the first time, lowered or left', () => {
    expect(isLaxer(euros(1n), null)).toBe(false)
    expect(isLaxer(euros(99n), euros(100n))).toBe(false)
    expect(isLaxer(euros(100n), euros(100n))).toBe(false)
    expect(isLaxer(null, null)).toBe(false)
  })

  test('is of the company’s administrators, whose account is in their own hands', () => {
    for (const role of roles) expect(mayChooseThreshold({ role }) === true, role).toBe(role === 'admin')
    expect(mayChooseThreshold({ role: 'admin', untrustedReason: 'given_password' })).toMatchObject({
      refused: 'untrusted_account',
    })
  })
})
