/** Tax categories of an order, by its breakdown: the kinds of its lines and of its withholding, or that it has none. */
import { type TaxKind, taxKinds, type WithholdingKind } from '#features/documents/rules/tax-kinds.ts'

/** `retencion_otra`: a withholding that is not IRPF; `sin_desglose`: an order that does not say its taxes. */
export const taxCategories = [...taxKinds, 'irpf', 'retencion_otra', 'sin_desglose'] as const
export type TaxCategory = (typeof taxCategories)[number]

export const isTaxCategory = (text: string): text is TaxCategory => {
  const known: readonly string[] = taxCategories
  return known.includes(text)
}

/** Parts of a breakdown that say its categories. */
export type TaxedParts = {
  readonly taxLines: readonly { readonly kind: TaxKind }[]
  readonly withholding: { readonly kind: WithholdingKind } | null
}

/** Categories of a breakdown, each once; null: an order without one. */
export function taxCategoriesIn(breakdown: TaxedParts | null): TaxCategory[] {
  const lines = breakdown?.taxLines.map(({ kind }) => kind) ?? []
  const withheld = breakdown?.withholding?.kind
  return [
    ...new Set<TaxCategory>([
      ...(lines.length === 0 ? (['sin_desglose'] as const) : lines),
      ...(withheld ? ([withheld === 'irpf' ? 'irpf' : 'retencion_otra'] as const) : []),
    ]),
  ]
}
