/** From the taxes of a file to a breakdown, or the reason why it cannot say them. */
import {
  type Breakdown,
  mostTaxLines,
  type TaxLine,
  type Withholding,
} from '#features/documents/rules/breakdown.ts'
import { rateFromDecimal } from '#features/invoices/rules/decimal.ts'
import type { UnbrokenReason } from '#features/invoices/rules/received.ts'

/** `rate`: percent as the file writes it; null for none. */
export type TaxPart = Omit<TaxLine, 'rate'> & { readonly rate: string | null }
export type WithheldPart = Omit<Withholding, 'rate'> & { readonly rate: string | null }

export type Taxes = {
  readonly taxes: readonly TaxPart[]
  readonly withheld: readonly WithheldPart[]
  readonly disbursementsMinor: bigint
  readonly prepaidMinor: bigint
  readonly roundingMinor: bigint
  /** Part of the price that the payer retains for a time. The breakdown has no word for it. */
  readonly guaranteeMinor: bigint
}

export type BrokenDown =
  | { readonly breakdown: Breakdown; readonly unbroken: null }
  | { readonly breakdown: null; readonly unbroken: UnbrokenReason }

const without = (unbroken: UnbrokenReason): BrokenDown => ({ breakdown: null, unbroken })

export function breakDown({ taxes, withheld, guaranteeMinor, ...rest }: Taxes): BrokenDown {
  if (guaranteeMinor !== 0n) return without('retained_guarantee')
  if (taxes.length === 0) return without('not_in_file')
  const lines = taxes.map(withRate)
  const kept = withheld.map(withRate)
  if (lines.some(isOdd) || kept.some(isOdd)) return without('odd_rate')
  const taxLines = merged(lines.filter(isRated))
  const withholdings = mergedWithholdings(kept.filter(isRated))
  if (taxLines.length > mostTaxLines) return without('many_lines')
  if (withholdings.length > 1) return without('many_withholdings')
  return { breakdown: { taxLines, withholding: withholdings[0] ?? null, ...rest }, unbroken: null }
}

const withRate = <Part extends { readonly rate: string | null }>(part: Part) => ({
  ...part,
  rate: rateFromDecimal(part.rate ?? '0'),
})

const isOdd = ({ rate }: { readonly rate: number | null }): boolean => rate === null

const isRated = <Part extends { readonly rate: number | null }>(
  part: Part,
): part is Part & { rate: number } => part.rate !== null

type Kept = { readonly kind: string; readonly rate: number }
const isAlike = (one: Kept, other: Kept): boolean => one.kind === other.kind && one.rate === other.rate

/** Lines of one kind and rate become one, added up by `add`. */
function mergedBy<Line extends Kept>(lines: readonly Line[], add: (one: Line, other: Line) => Line): Line[] {
  const found: Line[] = []
  for (const line of lines) {
    const at = found.findIndex(each => isAlike(each, line))
    const same = found[at]
    if (same) found[at] = add(same, line)
    else found.push(line)
  }
  return found
}

/** Surcharges stay apart, because each goes with a line of its base. */
function merged(lines: readonly TaxLine[]): TaxLine[] {
  if (lines.some(({ kind }) => kind === 'recargo')) return [...lines]
  return mergedBy(lines, (one, other) => ({
    ...one,
    baseMinor: one.baseMinor + other.baseMinor,
    taxMinor: one.taxMinor + other.taxMinor,
  }))
}

function mergedWithholdings(lines: readonly Withholding[]): Withholding[] {
  const some = lines.filter(({ withheldMinor }) => withheldMinor !== 0n)
  return mergedBy(some, (one, other) => ({
    ...one,
    baseMinor: one.baseMinor + other.baseMinor,
    withheldMinor: one.withheldMinor + other.withheldMinor,
  }))
}
