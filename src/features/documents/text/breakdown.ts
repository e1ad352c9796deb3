/** Spanish words of the breakdown of an amount: its taxes, and what does not add up. */
import type { Breakdown, TaxLine, Withholding } from '#features/documents/rules/breakdown.ts'
import type { TaxKind, WithholdingKind } from '#features/documents/rules/tax-kinds.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { type Currency, formatMoney, money } from '#kernel/money.ts'

export const taxKindLabel: { readonly [kind in TaxKind]: string } = {
  iva: 'IVA',
  igic: 'IGIC',
  ipsi: 'IPSI',
  recargo: 'Recargo de equivalencia',
  exento: 'Exento',
  otro: 'Otro impuesto',
}

export const withholdingKindLabel: { readonly [kind in WithholdingKind]: string } = {
  irpf: 'IRPF',
  otra: 'Otra retención',
}

/**
 * Label of what is left after what is withheld and what was paid before. Of a credit note nobody pays it: it reduces
 * what is paid, or collected, of its order.
 */
export const payableLabel = (type: DocumentType, isCredit: boolean): string =>
  isCredit ? 'A descontar' : type === 'gasto' ? 'A pagar' : 'A cobrar'

/** Rate of basis points: '21 %', '5,2 %'. */
export const rateText = (rate: number): string =>
  `${(rate / 100).toLocaleString('es-ES', { maximumFractionDigits: 2 })}\u00a0%`

/** Parts of a breakdown as people read them: a label, and the amounts. */
export function breakdownParts(
  breakdown: Breakdown,
  currency: Currency,
): readonly (readonly [string, string])[] {
  const { disbursementsMinor, withholding, prepaidMinor, roundingMinor } = breakdown
  const text = (minor: bigint) => formatMoney(money(minor, currency))
  const part = (label: string, minor: bigint) => (minor === 0n ? [] : [[label, text(minor)] as const])
  return [
    ...breakdown.taxLines.map(
      line => [taxText(line), `${text(line.taxMinor)} sobre ${text(line.baseMinor)}`] as const,
    ),
    ...part('Suplidos', disbursementsMinor),
    ...(withholding
      ? [
          [
            `${withholdingText(withholding)}, retenido`,
            `${text(withholding.withheldMinor)} sobre ${text(withholding.baseMinor)}`,
          ] as const,
        ]
      : []),
    ...part('Anticipos', prepaidMinor),
    ...part('Redondeo', roundingMinor),
  ]
}

/** A tax with its rate: 'IVA 21 %'. */
export const taxText = ({ kind, rate }: Pick<TaxLine, 'kind' | 'rate'>): string =>
  kind === 'exento' ? taxKindLabel.exento : `${taxKindLabel[kind]} ${rateText(rate)}`

/** A withholding with its rate: 'IRPF 15 %'. */
export const withholdingText = ({ kind, rate }: Pick<Withholding, 'kind' | 'rate'>): string =>
  `${withholdingKindLabel[kind]} ${rateText(rate)}`
