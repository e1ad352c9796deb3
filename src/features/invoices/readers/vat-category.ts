/** Kinds of tax by the category codes of EN 16931 (UNCL 5305), which UBL and CII share. */
import type { TaxKind } from '#features/documents/rules/tax-kinds.ts'

const kinds: { readonly [category: string]: TaxKind } = {
  S: 'iva',
  Z: 'iva',
  B: 'iva',
  L: 'igic',
  M: 'ipsi',
  E: 'exento',
  AE: 'exento',
  K: 'exento',
  G: 'exento',
  O: 'exento',
}

/** `scheme`: the tax that the file names; those other than VAT have no kind of their own here. */
export function taxKindFrom(scheme: string | null, category: string | null): TaxKind {
  const code = category?.toUpperCase() ?? 'S'
  const isVat = scheme === null || /^(VAT|IVA|IGIC|IPSI)$/i.test(scheme)
  return isVat ? (kinds[code] ?? 'otro') : 'otro'
}

/** Types of document that reduce what is owed (UNCL 1001). */
const creditTypes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'])
export const isCreditType = (code: string | null): boolean => code !== null && creditTypes.has(code)
