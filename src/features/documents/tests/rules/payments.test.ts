import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nextDueDay,
  paymentsByTerms,
  paymentsProblems,
  withShares,
} from '#features/documents/rules/payments.ts'
import { paymentsContent, paymentsFromContent } from '#features/documents/rules/payments-content.ts'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'

const first = knownDay('2026-01-15')
function knownDay(text: string): Day {
  const day = dayFrom(text)
  if (day === null) throw new Error(text)
  return day
}

const planned = (...amounts: bigint[]) =>
  amounts.map((amountMinor, index) => ({ dueOn: addDays(first, index), amountMinor }))
const faults = (payable: bigint, payments: ReturnType<typeof planned>) =>
  paymentsProblems(payable, payments).map(({ fault, index, offMinor }) => [fault, index, offMinor])

describe('planned payments', () => {
  test('add up to what is paid, in order, none of nothing', () => {
    expect(faults(100n, planned(60n, 40n))).toEqual([])
    expect(faults(100n, planned(60n, 41n))).toEqual([['does_not_add_up', null, 1n]])
    expect(faults(100n, planned(100n, 0n))).toEqual([['nothing_due', 1, 0n]])
    expect(faults(100n, planned(60n, 40n).toReversed())).toEqual([['not_in_order', 1, 0n]])
  })

  test('share the charge and what is billed to the cent, none less than nothing', () => {
    const amounts = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 24 })
    const minor = fc.bigInt(1n, 10n ** 14n)
    fc.assert(
      fc.property(amounts, minor, minor, (each, chargeMinor, billedMinor) => {
        const payments = withShares(planned(...each), { chargeMinor, billedMinor })
        const sum = (field: 'chargeMinor' | 'billedMinor') =>
          payments.reduce((total, payment) => total + payment[field], 0n)
        expect([sum('chargeMinor'), sum('billedMinor')]).toEqual([chargeMinor, billedMinor])
        expect(payments.every(payment => payment.chargeMinor >= 0n && payment.billedMinor >= 0n)).toBe(true)
        expect(payments.map(({ number }) => number)).toEqual(each.map((_, index) => index + 1))
      }),
    )
  })

  test('are due with the next that is not made, and in the end with the last', () => {
    const at = (...made: boolean[]) =>
      nextDueDay(made.map((isPaid, index) => ({ dueOn: addDays(first, index), isPaid })))
    expect([at(false, false), at(true, false), at(false, true), at(true, true), at()]).toEqual([
      first,
      addDays(first, 1),
      first,
      addDays(first, 1),
      null,
    ])
  })

  test('come from the terms where the invoice has a date', () => {
    const terms = { parts: [{ share: 10_000, days: 30 }], payDays: [] }
    expect(paymentsByTerms(terms, '2026-01-15', 500n)).toEqual([{ dueOn: '2026-02-14', amountMinor: 500n }])
    expect(paymentsByTerms(terms, null, 500n)).toEqual([])
    expect(paymentsByTerms(null, '2026-01-15', 500n)).toEqual([])
  })

  test('are read from the sealed content as they were written; a content without any has no field for them', () => {
    const payments = planned(60n, 40n)
    expect(paymentsFromContent(paymentsContent(payments))).toEqual(payments)
    expect(paymentsContent([])).toEqual({})
    expect(paymentsFromContent({ name: 'x' })).toEqual([])
  })
})
