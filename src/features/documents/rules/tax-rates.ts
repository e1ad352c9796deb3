/**
 * Rates that a form offers, by country, in hundredths of a percent: 2100 is 21 %. Others are typed: a rate is never
 * refused for not being among them.
 */
import type { TaxKind, WithholdingKind } from '#features/documents/rules/tax-kinds.ts'
import type { Currency } from '#kernel/money.ts'

type Offered<Kind> = readonly { readonly kind: Kind; readonly rate: number }[]
export type TaxRates = {
  readonly taxes: Offered<TaxKind>
  readonly withholdings: Offered<WithholdingKind>
}

const withRates = <Kind>(kind: Kind, rates: readonly number[]) => rates.map(rate => ({ kind, rate }))

/** Sources: Ley 37/1992, arts. 90, 91, 161 (IVA, recargo); Ley 20/1991 (IGIC); RD 439/2007, arts. 95, 100 (IRPF). */
const spain: TaxRates = {
  taxes: [
    ...withRates('iva' as const, [2100, 1000, 400, 0]),
    ...withRates('exento' as const, [0]),
    ...withRates('igic' as const, [700, 300, 0]),
    ...withRates('recargo' as const, [520, 140, 50]),
  ],
  withholdings: withRates('irpf', [1500, 700, 1900]),
}

/** Source: Ley 23.349, art. 28. */
const argentina: TaxRates = { taxes: withRates('iva', [2100, 1050, 2700]), withholdings: [] }

const none: TaxRates = { taxes: [], withholdings: [] }

/** Rates of the country whose currency it is; the euro's are Spain's. */
export function offeredRates(currency: Currency): TaxRates {
  if (currency === 'EUR') return spain
  return currency === 'ARS' ? argentina : none
}
