import { orderLine } from '#features/approvals/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { counted } from '#kernel/text.ts'
import { notify } from '#ui/toast.ts'

/** Address of the person's queue of executions. */
export const queueAddress = (areaPath: string): string => `${areaPath}/pending-confirmations`

export const batchesAddress = (areaPath: string): string => `${areaPath}/payment-batches`
export const batchAddress = (areaPath: string, batchId: string): string =>
  `${areaPath}/payment-batches/${batchId}`
export const newBatchAddress = (areaPath: string): string => `${areaPath}/payment-batches/new`

type Confirmable = Pick<DocumentRowWire, 'type'> & { readonly creditedId?: string | null }

/** Somebody's name with that of the person in whose place they did it: 'B en nombre de A'. */
export const namedWith = (name: string, principalName: string | null): string =>
  principalName === null ? name : `${name} en nombre de ${principalName}`

/** Days ago: 'hoy', 'hace 1 día', 'hace 6 días'. */
export function ago(days: number): string {
  if (days <= 0) return 'hoy'
  return `hace ${counted(days, 'día')}`
}

export type ConfirmedWhere = 'queue' | 'page'

/**
 * Notice of a confirmation that the server has taken: in the queue it names the action, on an order's page its
 * result. Texts: specification, section 8.
 */
export function sayConfirmed(order: ConfirmedOrder, hasProof: boolean, where: ConfirmedWhere): void {
  const { title, description } = confirmedText(order, hasProof)
  if (where === 'page') notify.success(title, { description })
  else
    notify.success('Ejecución confirmada', {
      description: `${title}. ${description}\n${orderLine(order)}`,
      group: 'executions',
    })
}

export type ConfirmedOrder = Pick<DocumentRowWire, 'id' | 'name' | 'amount'> & Confirmable

function confirmedText({ type, creditedId }: Confirmable, hasProof: boolean) {
  if (creditedId) return { title: 'Abono Confirmado', description: 'Su carga ha vuelto al contrato.' }
  if (type === 'gasto')
    return { title: 'Pago Confirmado', description: 'Se ha registrado la confirmación de pago.' }
  const withProof = 'Se subió el comprobante de factura emitida.'
  const without = 'Se ha registrado la emisión, sin comprobante.'
  return { title: 'Emisión Confirmada', description: hasProof ? withProof : without }
}
