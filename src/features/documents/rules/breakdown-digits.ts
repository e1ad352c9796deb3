/** A breakdown whose amounts are digits of minor units, as JSON carries it: over the wire and in the database. */
import type { Breakdown, TaxLine, Withholding } from '#features/documents/rules/breakdown.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'

/** The same fields with digits for amounts. */
type InDigits<Amounts> = {
  [field in keyof Amounts]: Amounts[field] extends bigint ? string : Amounts[field]
}

export type BreakdownDigits = Omit<InDigits<Breakdown>, 'taxLines' | 'withholding'> & {
  readonly taxLines: InDigits<TaxLine>[]
  readonly withholding: InDigits<Withholding> | null
}

/** The breakdown as an order keeps it. The amount it was made for goes with it: none is changed without the other. */
export type KeptBreakdown = BreakdownDigits & { readonly amountMinor: string }

export function breakdownFromDigits(digits: BreakdownDigits): Breakdown {
  const { withholding } = digits
  return {
    taxLines: digits.taxLines.map(({ kind, rate, baseMinor, taxMinor }) => ({
      kind,
      rate,
      baseMinor: minorFromText(baseMinor),
      taxMinor: minorFromText(taxMinor),
    })),
    disbursementsMinor: minorFromText(digits.disbursementsMinor),
    withholding: withholding && {
      kind: withholding.kind,
      rate: withholding.rate,
      baseMinor: minorFromText(withholding.baseMinor),
      withheldMinor: minorFromText(withholding.withheldMinor),
    },
    prepaidMinor: minorFromText(digits.prepaidMinor),
    roundingMinor: minorFromText(digits.roundingMinor),
  }
}

export function breakdownToDigits(breakdown: Breakdown): BreakdownDigits {
  const { withholding } = breakdown
  return {
    taxLines: breakdown.taxLines.map(({ kind, rate, baseMinor, taxMinor }) => ({
      kind,
      rate,
      baseMinor: minorToText(baseMinor),
      taxMinor: minorToText(taxMinor),
    })),
    disbursementsMinor: minorToText(breakdown.disbursementsMinor),
    withholding: withholding && {
      kind: withholding.kind,
      rate: withholding.rate,
      baseMinor: minorToText(withholding.baseMinor),
      withheldMinor: minorToText(withholding.withheldMinor),
    },
    prepaidMinor: minorToText(breakdown.prepaidMinor),
    roundingMinor: minorToText(breakdown.roundingMinor),
  }
}
