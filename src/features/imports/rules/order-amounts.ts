/** Amount of an order and what it is made of, as one line of a file says them: total, base, IVA and IRPF. */
import {
  type Breakdown,
  lineFromBase,
  lineFromTotal,
  payableMinor,
  type TaxLine,
  withholdingFrom,
} from '#features/documents/rules/breakdown.ts'
import { type BreakdownDigits, breakdownToDigits } from '#features/documents/rules/breakdown-digits.ts'
import type { RowFault } from '#features/imports/rules.ts'
import { type Currency, formatMoney, minorFromText, minorToText, money } from '#kernel/money.ts'

/** Digits of minor units and basis points; null for an empty cell. */
export type AmountCells = {
  readonly amount: string | null
  readonly base: string | null
  readonly vat: number | null
  readonly irpf: number | null
}

export type OrderAmounts = {
  /** Total with taxes, before anything is withheld; empty where the cells say none. */
  readonly amountMinor: string
  readonly breakdown: BreakdownDigits | null
  /** Amount that the bank moves. */
  readonly payableMinor: string
}

/** Amounts that the cells say, or the faults that they have together. */
export function orderAmounts(
  cells: AmountCells,
  currency: Currency,
): OrderAmounts | { readonly faults: RowFault[] } {
  const { amount, base, vat, irpf } = cells
  if (vat === null && (base !== null || irpf !== null)) return faulty('vat', 'Indica el IVA, aunque sea 0')
  if (amount === null && base === null) return faulty('amount', 'Indica el monto, o la base y el IVA')
  if (vat === null) return { amountMinor: amount ?? '', breakdown: null, payableMinor: amount ?? '' }
  const line = taxLine(amount, base, vat)
  const total = line.baseMinor + line.taxMinor
  if (amount !== null && minorFromText(amount) !== total)
    return faulty('amount', `No cuadra: la base y su IVA suman ${formatMoney(money(total, currency))}`)
  const withholding = irpf === null || irpf === 0 ? null : withholdingFrom('irpf', irpf, { taxLines: [line] })
  const breakdown: Breakdown = {
    taxLines: [line],
    disbursementsMinor: 0n,
    withholding,
    prepaidMinor: 0n,
    roundingMinor: 0n,
  }
  return {
    amountMinor: minorToText(total),
    breakdown: breakdownToDigits(breakdown),
    payableMinor: minorToText(payableMinor(total, breakdown)),
  }
}

/** The line of a base, of a total, or of both: an invoice may round its tax by one minor unit. */
function taxLine(amount: string | null, base: string | null, vat: number): TaxLine {
  if (base === null) return lineFromTotal('iva', vat, minorFromText(amount ?? '0'))
  const line = lineFromBase('iva', vat, minorFromText(base))
  const off = amount === null ? 0n : minorFromText(amount) - line.baseMinor - line.taxMinor
  return off === 1n || off === -1n ? { ...line, taxMinor: line.taxMinor + off } : line
}

const faulty = (field: string, text: string) => ({ faults: [{ field, text }] })
