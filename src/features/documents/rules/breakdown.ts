/**
 * The breakdown of an order's amount: bases and taxes, what was paid on somebody's behalf, the withholding, and what was
 * paid before. From it follow two other amounts: the charge, which the order takes from its contract, and the payable
 * amount, which the bank moves. All are minor units of the order's currency; rates are basis points (2100 is 21 %).
 * Source: `docs/decisions/067-breakdown-of-an-amount.md`.
 */
import type { ChargeBasis } from '#features/companies/rules.ts'
import type { TaxKind, WithholdingKind } from '#features/documents/rules/tax-kinds.ts'
import { shareMinor, withoutShare } from '#kernel/money.ts'

/** Taxed part of the amount. `recargo` is the equivalence surcharge on the base of an IVA line. */
export type TaxLine = {
  readonly kind: TaxKind
  readonly rate: number
  readonly baseMinor: bigint
  readonly taxMinor: bigint
}

/** Part of the amount that the payer keeps and pays to the tax office in the supplier's name. */
export type Withholding = {
  readonly kind: WithholdingKind
  readonly rate: number
  readonly baseMinor: bigint
  readonly withheldMinor: bigint
}

export type Breakdown = {
  readonly taxLines: readonly TaxLine[]
  /** Amounts that the supplier paid on the payer's behalf (*suplidos*): without tax and without withholding. */
  readonly disbursementsMinor: bigint
  readonly withholding: Withholding | null
  /** Amount paid before the invoice: EN 16931, BT-113. */
  readonly prepaidMinor: bigint
  /** Rounding of what is left to pay, of either sign: EN 16931, BT-114. */
  readonly roundingMinor: bigint
}

export const maxTaxLines = 8
export const maxBasisPoints = 10_000
/** Most minor units by which rounding may change what is paid: one euro. More would pay another amount. */
export const maxRounding = 100n

/** Sum of the bases; a surcharge taxes the base of another line, which counts once. */
export const baseMinor = ({ taxLines }: Pick<Breakdown, 'taxLines'>): bigint =>
  sum(taxLines.filter(({ kind }) => kind !== 'recargo').map(line => line.baseMinor))

/** Sum of the taxes, surcharges included. */
export const taxMinor = ({ taxLines }: Pick<Breakdown, 'taxLines'>): bigint =>
  sum(taxLines.map(line => line.taxMinor))

/** Amount that the order takes from its contract: all of it, or what is left of it without taxes. */
export function chargeMinor(amountMinor: bigint, breakdown: Breakdown | null, basis: ChargeBasis): bigint {
  if (basis === 'total' || breakdown === null || !namesParts(breakdown)) return amountMinor
  return baseMinor(breakdown) + breakdown.disbursementsMinor
}

/** Amount that the bank moves: what is billed, less what is withheld and what was paid before. */
export function payableMinor(amountMinor: bigint, breakdown: Breakdown | null): bigint {
  if (breakdown === null) return amountMinor
  const withheldMinor = breakdown.withholding?.withheldMinor ?? 0n
  return amountMinor - withheldMinor - breakdown.prepaidMinor + breakdown.roundingMinor
}

/** True when the breakdown says what the amount is made of, and not only what is left to pay of it. */
const namesParts = ({ taxLines, disbursementsMinor }: Breakdown): boolean =>
  taxLines.length > 0 || disbursementsMinor !== 0n

export type BreakdownFault =
  | 'does_not_add_up'
  | 'tax_off_rate'
  | 'exempt_with_tax'
  | 'surcharge_without_line'
  | 'nothing_to_charge'
  | 'withheld_off_rate'
  | 'withholding_above_base'
  | 'rounding_too_large'
  | 'nothing_to_pay'

/** Place where a breakdown does not add up, and by how many minor units; above zero when too much is written there. */
export type BreakdownProblem = {
  readonly fault: BreakdownFault
  /** Path inside the breakdown; empty for the whole. */
  readonly path: readonly (string | number)[]
  readonly offMinor: bigint
}

/** Everything that does not add up, in the order of the form; empty for a sound breakdown. */
export function breakdownProblems(amountMinor: bigint, breakdown: Breakdown): BreakdownProblem[] {
  return [
    ...taxLineProblems(breakdown.taxLines),
    ...sumProblems(amountMinor, breakdown),
    ...withholdingProblems(breakdown),
    ...payableProblems(amountMinor, breakdown),
  ]
}

/** Lines whose tax is not that of their base and rate, or that lack the line that they go with. */
export const taxLineProblems = (lines: readonly TaxLine[]): BreakdownProblem[] =>
  lines.flatMap((line, index) => lineProblems(line, index, lines))

function lineProblems(line: TaxLine, index: number, lines: readonly TaxLine[]): BreakdownProblem[] {
  const at = (field: keyof TaxLine) => ['taxLines', index, field]
  const offMinor = line.taxMinor - shareMinor(line.baseMinor, line.rate)
  if (line.kind === 'exento' && (line.rate !== 0 || line.taxMinor !== 0n))
    return [{ fault: 'exempt_with_tax', path: at('taxMinor'), offMinor: line.taxMinor }]
  if (!isWithinOne(offMinor)) return [{ fault: 'tax_off_rate', path: at('taxMinor'), offMinor }]
  if (line.kind === 'recargo' && !goesWithLine(index, lines))
    return [{ fault: 'surcharge_without_line', path: at('baseMinor'), offMinor: line.baseMinor }]
  return []
}

/** True when an IVA line has the surcharge's base and is left over by the surcharges before it. */
function goesWithLine(index: number, lines: readonly TaxLine[]): boolean {
  const base = lines[index]?.baseMinor
  const withBase = (kind: TaxKind, some: readonly TaxLine[]) =>
    some.filter(line => line.kind === kind && line.baseMinor === base).length
  return withBase('recargo', lines.slice(0, index + 1)) <= withBase('iva', lines)
}

function sumProblems(amountMinor: bigint, breakdown: Breakdown): BreakdownProblem[] {
  if (!namesParts(breakdown)) return []
  const parts = baseMinor(breakdown) + breakdown.disbursementsMinor
  const offMinor = parts + taxMinor(breakdown) - amountMinor
  return [
    ...(offMinor === 0n ? [] : [{ fault: 'does_not_add_up', path: [], offMinor } as const]),
    ...(parts > 0n ? [] : [{ fault: 'nothing_to_charge', path: [], offMinor: parts } as const]),
  ]
}

function withholdingProblems({ withholding, taxLines }: Breakdown): BreakdownProblem[] {
  if (withholding === null) return []
  const at = (field: keyof Withholding) => ['withholding', field]
  const offMinor = withholding.withheldMinor - shareMinor(withholding.baseMinor, withholding.rate)
  const aboveMinor = withholding.baseMinor - baseMinor({ taxLines })
  return [
    ...(isWithinOne(offMinor)
      ? []
      : [{ fault: 'withheld_off_rate', path: at('withheldMinor'), offMinor } as const]),
    ...(aboveMinor <= 0n
      ? []
      : [{ fault: 'withholding_above_base', path: at('baseMinor'), offMinor: aboveMinor } as const]),
  ]
}

function payableProblems(amountMinor: bigint, breakdown: Breakdown): BreakdownProblem[] {
  const { roundingMinor } = breakdown
  const payable = payableMinor(amountMinor, breakdown)
  const isLarge = roundingMinor > maxRounding || roundingMinor < -maxRounding
  return [
    ...(isLarge
      ? [{ fault: 'rounding_too_large', path: ['roundingMinor'], offMinor: roundingMinor } as const]
      : []),
    ...(payable > 0n ? [] : [{ fault: 'nothing_to_pay', path: [], offMinor: payable } as const]),
  ]
}

/** Invoices round each line by rules of their own: one minor unit either way is no fault. */
const isWithinOne = (offMinor: bigint): boolean => offMinor >= -1n && offMinor <= 1n

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n)

/** A line from its base: the tax at the rate. */
export const lineFromBase = (kind: TaxKind, rate: number, base: bigint): TaxLine => ({
  kind,
  rate,
  baseMinor: base,
  taxMinor: shareMinor(base, rate),
})

/** A line from its total, taxes included: base and tax add up to the total, and the tax is the base's to a unit. */
export function lineFromTotal(kind: TaxKind, rate: number, totalMinor: bigint): TaxLine {
  const base = withoutShare(totalMinor, rate)
  return { kind, rate, baseMinor: base, taxMinor: totalMinor - base }
}

/** Withholding at a rate of the bases of the lines. */
export function withholdingFrom(
  kind: WithholdingKind,
  rate: number,
  lines: Pick<Breakdown, 'taxLines'>,
): Withholding {
  const base = baseMinor(lines)
  return { kind, rate, baseMinor: base, withheldMinor: shareMinor(base, rate) }
}
