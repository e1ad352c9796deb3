/** Values of the columns of an order's breakdown: all null for an order that does not say what its amount is made of. */
import { type Breakdown, payableMinor } from '#features/documents/rules/breakdown.ts'
import { breakdownToDigits, type KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import { type Money, minorToText } from '#kernel/money.ts'

type BrokenDownAmount = {
  readonly amount: Money
  readonly charge: Money
  readonly breakdown: Breakdown | null
}

type Columns = {
  readonly kept: KeptBreakdown | null
  readonly charge: bigint | null
  readonly payable: bigint | null
}

export function breakdownColumns({ amount, charge, breakdown }: BrokenDownAmount): Columns {
  if (breakdown === null) return { kept: null, charge: null, payable: null }
  return {
    kept: { ...breakdownToDigits(breakdown), amountMinor: minorToText(amount.minor) },
    charge: charge.minor,
    payable: payableMinor(amount.minor, breakdown),
  }
}
