import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowance, noTolerance, ownTolerance, type Tolerance } from '#features/companies/rules/tolerance.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import {
  type Balance,
  commitRoom,
  mayAmend,
  mayCommit,
  mayFollow,
  mayRequest,
  needsOwners,
  spent,
  toleratedOverrun,
} from '#features/contracts/rules/budget.ts'
import { add, money } from '#kernel/money.ts'

const eur = (minor: bigint) => money(minor, 'EUR')
const balanceWith = (total: bigint, committed: bigint, requested = 0n): Balance => ({
  total: eur(total),
  requested: eur(requested),
  committed: eur(committed),
  used: eur(0n),
})
const euros = (rate: number | null, amountMinor: bigint | null): Tolerance => ({
  rate,
  amountMinor: amountMinor === null ? null : `${amountMinor}`,
  currency: amountMinor === null ? null : 'EUR',
})
const minor = fc.bigInt(0n, 10_000n)
const anyRate = fc.option(fc.integer({ min: 0, max: 10_000 }))
const anyTolerance = fc.record({ rate: anyRate, amount: fc.option(minor) }).map(x => euros(x.rate, x.amount))

describe('what is tolerated beyond a total', () => {
  test.each([
    [noTolerance, 0n, 'ninguna'],
    [euros(0, 500n), 0n, 'ninguna'],
    [euros(500, null), 499n, '5\u00a0% del total'],
    [euros(null, 300n), 300n, 'hasta 3\u00a0€'],
    [euros(500, 300n), 300n, '5\u00a0% del total, hasta 3\u00a0€'],
    [euros(250, 300n), 249n, '2,5\u00a0% del total, hasta 3\u00a0€'],
    [{ ...euros(500, 300n), currency: 'USD' as const }, 0n, '5\u00a0% del total, hasta 3\u00a0US$'],
  ])('of 99,99 €: %#', (tolerance, allowed, text) => {
    expect(allowance(tolerance, eur(9_999n))).toEqual(eur(allowed))
    expect(toleranceText(tolerance).replaceAll(/US\$|USD/g, 'US$')).toBe(text)
  })

  test('is never more than either of both, and grows with the total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), minor, minor, minor, (rate, amount, total, more) => {
        const both = allowance(euros(rate, amount), eur(total)).minor
        expect(both <= amount).toBe(true)
        expect(both * 10_000n <= total * BigInt(rate)).toBe(true)
        expect(allowance(euros(rate, amount), eur(total + more)).minor >= both).toBe(true)
      }),
    )
  })

  test('of a contract that asks for nothing is none of its own, whatever its company says', () => {
    expect(ownTolerance(null, 'EUR')).toBeNull()
    expect(ownTolerance({ rate: null, amountMinor: null }, 'EUR')).toEqual(euros(0, null))
    expect(ownTolerance({ rate: null, amountMinor: '300' }, 'EUR')).toEqual(euros(null, 300n))
  })
})

describe('within the tolerance', () => {
  test('however many orders are approved under bloquear, no more is spent than the total and what is allowed', () => {
    fc.assert(
      fc.property(minor, anyTolerance, fc.array(minor, { maxLength: 30 }), (total, tolerance, amounts) => {
        let balance = balanceWith(total, 0n)
        for (const amount of amounts)
          if (mayCommit(balance, eur(amount), { policy: 'bloquear', tolerance }) === true)
            balance = { ...balance, committed: add(balance.committed, eur(amount)) }
        const most = total + allowance(tolerance, eur(total)).minor
        expect(spent(balance).minor <= most).toBe(true)
        expect(mayFollow(balance, { policy: 'bloquear', tolerance })).toBe(true)
      }),
    )
  })

  test('the last cent is taken and not one more, at approval, at submission and before a budget owner is asked', () => {
    fc.assert(
      fc.property(minor, minor, anyTolerance, (total, taken, tolerance) => {
        const left = total + allowance(tolerance, eur(total)).minor - taken
        fc.pre(left > 0n)
        const [approved, requested] = [balanceWith(total, taken), balanceWith(total, 0n, taken)]
        const [blocks, asks] = [
          { policy: 'bloquear' as const, tolerance },
          { policy: 'requiere_aprobacion' as const, tolerance },
        ]
        expect(mayCommit(approved, eur(left), blocks)).toBe(true)
        expect(mayRequest(requested, eur(left), blocks)).toBe(true)
        expect(needsOwners(approved, eur(left), asks)).toBe(false)
        expect(mayCommit(approved, eur(left + 1n), blocks)).toMatchObject({ refused: 'over_budget' })
        expect(mayRequest(requested, eur(left + 1n), blocks)).toMatchObject({ refused: 'over_budget' })
        expect(needsOwners(approved, eur(left + 1n), asks)).toBe(true)
      }),
    )
  })

  test('a smaller order, and a wider tolerance, never find less room', () => {
    const rooms = ['none', 'tolerance', 'total'] as const
    fc.assert(
      fc.property(minor, minor, minor, minor, minor, (total, taken, amount, less, allowed) => {
        const room = (asked: bigint, tolerated: bigint) =>
          rooms.indexOf(commitRoom(balanceWith(total, taken), eur(asked), euros(null, tolerated)))
        const smaller = amount > less ? amount - less : 0n
        expect(room(smaller, allowed)).toBeGreaterThanOrEqual(room(amount, allowed))
        expect(room(amount, allowed + less)).toBeGreaterThanOrEqual(room(amount, allowed))
      }),
    )
  })

  test('an approval says by how much the contract is exceeded, where its policy does more than warn', () => {
    const tolerance = euros(1000, null)
    const balance = balanceWith(1000n, 1040n)
    expect(toleratedOverrun(balance, eur(10n), { policy: 'bloquear', tolerance })).toEqual({
      over: eur(50n),
      allowed: eur(100n),
    })
    expect(toleratedOverrun(balance, eur(61n), { policy: 'requiere_aprobacion', tolerance })).toBeNull()
    expect(toleratedOverrun(balance, eur(10n), { policy: 'avisar', tolerance })).toBeNull()
    expect(toleratedOverrun(balanceWith(1000n, 0n), eur(10n), { policy: 'bloquear', tolerance })).toBeNull()
  })

  test('a total is amended, and a contract begins to block, as far as the tolerance covers what is spent', () => {
    const blocks = { policy: 'bloquear' as const, tolerance: euros(1000, null) }
    expect(mayAmend(balanceWith(1000n, 1040n), eur(950n), blocks)).toBe(true)
    expect(mayAmend(balanceWith(1000n, 1040n), eur(945n), blocks)).toMatchObject({ refused: 'below_spent' })
    expect(mayFollow(balanceWith(1000n, 1100n), blocks)).toBe(true)
    expect(mayFollow(balanceWith(1000n, 1101n), blocks)).toMatchObject({ refused: 'already_spent' })
  })
})
