/** Spanish words of the accountant's sheet. */

import type { MovementRow } from '#features/closings/rules/shares.ts'
import { taxKindLabel } from '#features/documents/text/breakdown.ts'

export const movementLabel = {
  paid: 'Pago',
  issued: 'Emisión',
  returned: 'Devolución',
  credited: 'Abono',
} as const

/** Tax of a row: an order without a breakdown says none. */
export function taxLabel(tax: MovementRow['tax']): string {
  if (tax === null) return 'Sin desglose'
  return tax === 'disbursements' ? 'Suplidos' : taxKindLabel[tax.kind]
}
