/** Rates that a form offers, by country. Others are typed: a rate is never refused for not being among them. */
import type { TaxKind, WithholdingKind } from '#features/documents/rules/tax-kinds.ts'
import type { Currency } from '#kernel/money.ts'

type Offered<Kind> = readonly { readonly kind: Kind; readonly rate: number }[]
export type TaxRates = {
  readonly taxes: Offered<TaxKind>
  readonly withholdings: Offered<WithholdingKind>
}

const at = <Kind>(kind: Kind, rates: readonly number[]) => rates.map(rate => ({ kind, rate }))

/** Sources: Ley 37/1992, arts. 90, 91, 161 (IVA, recargo); Ley 20/1991 (IGIC); RD 439/2007, arts. 95, 100 (IRPF). */
const spain: TaxRates = {
  taxes: [
    ...at('iva' as const, [2100, 1000, 400, 0]),
    ...at('exento' as const, [0]),
    ...at('igic' as const, [700, 300, 0]),
    ...at('recargo' as const, [520, 140, 50]),
  ],
  withholdings: at('irpf', [1500, 700, 1900]),
}

/** Source: Ley 23.349, art. 28. */
const argentina: TaxRates = { taxes: at('iva', [2100, 1050, 2700]), withholdings: [] }

const none: TaxRates = { taxes: [], withholdings: [] }

/** Rates of the country whose currency it is; the euro's are Spain's. */
export function offeredRates(currency: Currency): TaxRates {
  if (currency === 'EUR') return spain
  return currency === 'ARS' ? argentina : none
}
