// Rows of a movement: what they add up to, whatever the order is made of and however it is paid.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Moved, movementRows, withheldBy } from '#features/closings/rules/shares.ts'
import { type Breakdown, baseMinor, payableMinor, taxMinor } from '#features/documents/rules/breakdown.ts'
import { shareMinor } from '#kernel/money.ts'

const minor = fc.bigInt({ min: 1n, max: 10_000_000n })
const line = fc.record({
  kind: fc.constantFrom('iva' as const, 'igic' as const, 'exento' as const, 'recargo' as const),
  rate: fc.constantFrom(2100, 1000, 400, 520),
  baseMinor: minor,
})
const order = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    disbursementsMinor: fc.bigInt({ min: 0n, max: 5000n }),
    withholdingRate: fc.constantFrom(null, 700, 1500, 1900),
    prepaidMinor: fc.bigInt({ min: 0n, max: 50n }),
    roundingMinor: fc.bigInt({ min: -5n, max: 5n }),
    cuts: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }),
  })
  .map(({ lines, withholdingRate, cuts, ...rest }) => {
    const taxLines = lines.map(each => ({
      ...each,
      taxMinor: each.kind === 'exento' ? 0n : shareMinor(each.baseMinor, each.rate),
    }))
    const base = baseMinor({ taxLines })
    const breakdown: Breakdown = {
      ...rest,
      taxLines,
      withholding:
        withholdingRate === null
          ? null
          : {
              kind: 'irpf',
              rate: withholdingRate,
              baseMinor: base,
              withheldMinor: shareMinor(base, withholdingRate),
            },
    }
    const amountMinor = base + taxMinor({ taxLines }) + rest.disbursementsMinor
    return { breakdown, amountMinor, planMinor: planOf(payableMinor(amountMinor, breakdown), cuts) }
  })
  .filter(({ planMinor }) => planMinor.every(each => each > 0n))

/** A payable amount in parts of so many hundredths of what is left. */
function planOf(payable: bigint, cuts: readonly number[]): bigint[] {
  let left = payable
  const parts = cuts.map(cut => {
    const own = (left * BigInt(cut)) / 100n
    left -= own
    return own
  })
  return [...parts, left]
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n)
const rowsOf = (moved: Omit<Moved, 'payment' | 'takesBack'>, payment: number, takesBack = false) =>
  movementRows({ ...moved, payment, takesBack })

test('the rows of a payment add up to what it moved, and each row to itself', () => {
  fc.assert(
    fc.property(order, moved => {
      for (const [index, amount] of moved.planMinor.entries()) {
        const rows = rowsOf(moved, index + 1)
        expect(sum(rows.map(row => row.payableMinor))).toBe(amount)
        for (const row of rows)
          expect(row.baseMinor + row.taxMinor - row.withheldMinor + row.adjustmentMinor).toBe(
            row.payableMinor,
          )
      }
    }),
  )
})

test('the rows of all payments add up to the order: its bases, taxes, withholding and adjustments', () => {
  fc.assert(
    fc.property(order, moved => {
      const { breakdown } = moved
      const all = moved.planMinor.flatMap((_, index) => rowsOf(moved, index + 1))
      expect(sum(all.map(row => row.baseMinor))).toBe(baseMinor(breakdown) + breakdown.disbursementsMinor)
      expect(sum(all.map(row => row.taxMinor))).toBe(taxMinor(breakdown))
      expect(sum(all.map(row => row.withheldMinor))).toBe(breakdown.withholding?.withheldMinor ?? 0n)
      expect(sum(all.map(row => row.adjustmentMinor))).toBe(breakdown.roundingMinor - breakdown.prepaidMinor)
    }),
  )
})

test('what takes back has the same rows below zero, and withholds below zero', () => {
  fc.assert(
    fc.property(order, moved => {
      const paid = rowsOf(moved, 1)
      const back = rowsOf(moved, 1, true)
      expect(back.map(row => -row.payableMinor)).toEqual(paid.map(row => row.payableMinor))
      const held = withheldBy({ ...moved, payment: 1, takesBack: false })
      const given = withheldBy({ ...moved, payment: 1, takesBack: true })
      expect(given?.withheldMinor ?? 0n).toBe(-(held?.withheldMinor ?? 0n))
      expect(held?.withheldMinor ?? 0n).toBe(sum(paid.map(row => row.withheldMinor)))
    }),
  )
})

test('an order without a breakdown is one row, of which each payment has its part', () => {
  const moved = { amountMinor: 100n, breakdown: null, planMinor: [33n, 33n, 34n] }
  expect(rowsOf(moved, 3)).toEqual([
    { tax: null, baseMinor: 34n, taxMinor: 0n, withheldMinor: 0n, adjustmentMinor: 0n, payableMinor: 34n },
  ])
})

test('an invoice that is paid at once is booked as it says, to the cent', () => {
  const breakdown: Breakdown = {
    taxLines: [{ kind: 'iva', rate: 2100, baseMinor: 100_000n, taxMinor: 21_000n }],
    disbursementsMinor: 0n,
    withholding: { kind: 'irpf', rate: 1500, baseMinor: 100_000n, withheldMinor: 15_000n },
    prepaidMinor: 0n,
    roundingMinor: 0n,
  }
  expect(rowsOf({ amountMinor: 121_000n, breakdown, planMinor: [106_000n] }, 1)).toEqual([
    {
      tax: { kind: 'iva', rate: 2100 },
      baseMinor: 100_000n,
      taxMinor: 21_000n,
      withheldMinor: 15_000n,
      adjustmentMinor: 0n,
      payableMinor: 106_000n,
    },
  ])
})
