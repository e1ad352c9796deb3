/** From the taxes that an invoice's file states to a breakdown, or the reason why a breakdown cannot express them. */
import {
  type Breakdown,
  maxTaxLines,
  type TaxLine,
  taxLineProblems,
  type Withholding,
} from '#features/documents/rules/breakdown.ts'
import { rateFromDecimal } from '#features/invoices/rules/decimal.ts'
import type { UnbrokenReason } from '#features/invoices/rules/received.ts'

/** `rate`: percent as the file writes it; null when it states none, which counts as 0 %. */
export type TaxPart = Omit<TaxLine, 'rate'> & { readonly rate: string | null }
export type WithheldPart = Omit<Withholding, 'rate'> & { readonly rate: string | null }

export type Taxes = {
  readonly taxes: readonly TaxPart[]
  readonly withheld: readonly WithheldPart[]
  readonly disbursementsMinor: bigint
  readonly prepaidMinor: bigint
  readonly roundingMinor: bigint
  /** Part of the price that the payer retains for a time. A breakdown has no place for it. */
  readonly guaranteeMinor: bigint
}

/** `unbroken`: why there is no breakdown. */
export type BreakdownResult =
  | { readonly breakdown: Breakdown; readonly unbroken: null }
  | { readonly breakdown: null; readonly unbroken: UnbrokenReason }

export function toBreakdown({ taxes, withheld, guaranteeMinor, ...rest }: Taxes): BreakdownResult {
  if (guaranteeMinor !== 0n) return noBreakdown('retained_guarantee')
  if (taxes.length === 0) return noBreakdown('not_in_file')
  const lines = taxes.map(withRate)
  const withholdings = withheld.filter(({ withheldMinor }) => withheldMinor !== 0n).map(withRate)
  if (!lines.every(hasRate) || !withholdings.every(hasRate)) return noBreakdown('odd_rate')
  const taxLines = mergedTaxLines(lines)
  const [withholding = null, ...others] = mergedWithholdings(withholdings)
  if (taxLines.length > maxTaxLines) return noBreakdown('many_lines')
  if (others.length > 0) return noBreakdown('many_withholdings')
  return { breakdown: { taxLines, withholding, ...rest }, unbroken: null }
}

const noBreakdown = (unbroken: UnbrokenReason): BreakdownResult => ({ breakdown: null, unbroken })

/** `rate` in basis points; null for one that a breakdown cannot express. */
const withRate = <Part extends { readonly rate: string | null }>(part: Part) => ({
  ...part,
  rate: rateFromDecimal(part.rate ?? '0'),
})

const hasRate = <Part extends { readonly rate: number | null }>(
  part: Part,
): part is Part & { rate: number } => part.rate !== null

/** One line of each kind and rate, unless only the lines as they were fit their rates and surcharges. */
function mergedTaxLines(lines: readonly TaxLine[]): readonly TaxLine[] {
  const merged = mergedBy(lines, (one, other) => ({
    ...one,
    baseMinor: one.baseMinor + other.baseMinor,
    taxMinor: one.taxMinor + other.taxMinor,
  }))
  return taxLineProblems(merged).length > taxLineProblems(lines).length ? lines : merged
}

const mergedWithholdings = (withholdings: readonly Withholding[]): readonly Withholding[] =>
  mergedBy(withholdings, (one, other) => ({
    ...one,
    baseMinor: one.baseMinor + other.baseMinor,
    withheldMinor: one.withheldMinor + other.withheldMinor,
  }))

type Rated = { readonly kind: string; readonly rate: number }

/** Lines of one kind and rate become one, added up by `add`, where the first of them stood. */
function mergedBy<Line extends Rated>(lines: readonly Line[], add: (one: Line, other: Line) => Line): Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const key = `${line.kind} ${line.rate}`
    const same = merged.get(key)
    merged.set(key, same ? add(same, line) : line)
  }
  return [...merged.values()]
}
