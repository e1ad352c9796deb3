/**
 * Totals and taxes of a Facturae. Its own total (InvoiceTotal) is without what is withheld; ours is what is billed,
 * before withholding: gross before taxes, taxes, and what was paid on the payer's behalf.
 */
import type { TaxKind } from '#features/documents/rules/tax-kinds.ts'
import { amountFrom, needed, sumMinor } from '#features/invoices/readers/fields.ts'
import type { Taxes, TaxPart, WithheldPart } from '#features/invoices/readers/tax-parts.ts'
import { rateFromDecimal } from '#features/invoices/rules/decimal.ts'
import { type Currency, shareMinor } from '#kernel/money.ts'
import type { XmlElement, XmlPaths } from '#server/xml/element.ts'

const kinds: { readonly [code: string]: TaxKind } = { '01': 'iva', '02': 'ipsi', '03': 'igic' }

export type FacturaeTotals = {
  readonly amounts: Taxes
  readonly totalMinor: bigint
  readonly payableMinor: bigint | null
}

export function taxesInFacturae(invoice: XmlElement, currency: Currency, paths: XmlPaths): FacturaeTotals {
  const { first, text, all } = paths
  const totals = first(invoice, 'InvoiceTotals')
  const amount = (path: string) => amountFrom(text(totals, path), currency, 'rounded')
  const withheldMinor = amount('TotalTaxesWithheld') ?? 0n
  // Expenses of financing are paid like disbursements: without tax and without withholding.
  const disbursementsMinor = sumMinor([
    amount('TotalReimbursableExpenses') ?? 0n,
    amount('TotalFinancialExpenses') ?? 0n,
  ])
  const prepaidMinor = sumMinor([
    amount('TotalPaymentsOnAccount') ?? 0n,
    ...all(totals, 'Subsidies/Subsidy').map(
      each => amountFrom(text(each, 'SubsidyAmount'), currency, 'rounded') ?? 0n,
    ),
  ])
  const taxes = all(invoice, 'TaxesOutputs/Tax').flatMap(tax => outputsIn(tax, currency, paths))
  const gross = amount('TotalGrossAmountBeforeTaxes') ?? 0n
  const outputs = amount('TotalTaxOutputs') ?? 0n
  const stated = needed(amount('InvoiceTotal'), 'el total')
  // Some programs write the total before withholding, which the two others then add up to.
  const billed = stated === gross + outputs ? stated : stated + withheldMinor
  return {
    totalMinor: billed + disbursementsMinor,
    payableMinor: amount('TotalExecutableAmount') ?? amount('TotalOutstandingAmount'),
    amounts: {
      taxes: [...taxes, ...untaxed(taxes, gross, outputs)],
      withheld: all(invoice, 'TaxesWithheld/Tax').map(tax => withheldIn(tax, currency, paths)),
      guaranteeMinor: amount('AmountsWithheld/WithholdingAmount') ?? 0n,
      disbursementsMinor,
      prepaidMinor,
      roundingMinor: 0n,
    },
  }
}

/** The part of the gross amount that is in no base of a tax, once the taxes add up: it bears none. */
function untaxed(taxes: readonly TaxPart[], gross: bigint, outputs: bigint): TaxPart[] {
  const bases = sumMinor(taxes.filter(({ kind }) => kind !== 'recargo').map(each => each.baseMinor))
  const rest = gross - bases
  const isPart = gross > 0n ? rest > 0n : rest < 0n
  if (!isPart || sumMinor(taxes.map(each => each.taxMinor)) !== outputs) return []
  return [{ kind: 'exento', rate: '0', baseMinor: rest, taxMinor: 0n }]
}

/** A tax, and beside it the surcharge on its base. */
function outputsIn(tax: XmlElement, currency: Currency, { text }: XmlPaths): TaxPart[] {
  const amount = (path: string) => amountFrom(text(tax, path), currency, 'rounded')
  const baseMinor = needed(amount('TaxableBase/TotalAmount'), 'la base de un impuesto')
  const surchargeMinor = amount('EquivalenceSurchargeAmount/TotalAmount') ?? 0n
  const rate = text(tax, 'TaxRate')
  const taxMinor = amount('TaxAmount/TotalAmount') ?? quota(baseMinor, rate)
  const line = { kind: kinds[text(tax, 'TaxTypeCode') ?? ''] ?? 'otro', rate, baseMinor, taxMinor }
  if (surchargeMinor === 0n) return [line]
  const surcharge = { kind: 'recargo' as const, rate: text(tax, 'EquivalenceSurcharge'), baseMinor }
  return [line, { ...surcharge, taxMinor: surchargeMinor }]
}

/** The schema lets a quota be left out: it is that of the base and the rate. */
function quota(baseMinor: bigint, rate: string | null): bigint {
  const basisPoints = rate === null ? null : rateFromDecimal(rate)
  return shareMinor(baseMinor, needed(basisPoints, 'la cuota de un impuesto'))
}

function withheldIn(tax: XmlElement, currency: Currency, { text }: XmlPaths): WithheldPart {
  const amount = (path: string) => amountFrom(text(tax, path), currency, 'rounded')
  const rate = text(tax, 'TaxRate')
  const baseMinor = needed(amount('TaxableBase/TotalAmount'), 'la base de la retención')
  return {
    kind: text(tax, 'TaxTypeCode') === '04' ? 'irpf' : 'otra',
    rate,
    baseMinor,
    withheldMinor: amount('TaxAmount/TotalAmount') ?? quota(baseMinor, rate),
  }
}
