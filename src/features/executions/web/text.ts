import type { DocumentType } from '#features/documents/rules.ts'
import { counted } from '#kernel/text.ts'
import { notify } from '#ui/toast.ts'

/** Where everything that this person has to execute is. */
export const queueAddress = (base: string): string => `${base}/pending-confirmations`

export const batchesAddress = (base: string): string => `${base}/payment-batches`
export const batchAddress = (base: string, batchId: string): string => `${base}/payment-batches/${batchId}`
export const newBatchAddress = (base: string): string => `${base}/payment-batches/new`

export const confirmLabel: { readonly [type in DocumentType]: string } = {
  gasto: 'Confirmar pago',
  emision: 'Confirmar emisión',
}

/** 'hoy', 'hace 1 día', 'hace 6 días' */
export function ago(days: number): string {
  if (days <= 0) return 'hoy'
  return `hace ${counted(days, 'día')}`
}

/** Said once the server has taken the confirmation. Texts: specification, section 8. */
export function sayConfirmed(type: DocumentType, hasProof: boolean): void {
  if (type === 'gasto')
    notify.success('Pago Confirmado', { description: 'Se ha registrado la confirmación de pago.' })
  else
    notify.success('Emisión Confirmada', {
      description: hasProof
        ? 'Se subió el comprobante de factura emitida.'
        : 'Se ha registrado la emisión, sin comprobante.',
    })
}
