/** Spanish words of a month: its figures, what is missing, and what is booked where. */
import type { LedgerPlace } from '#features/closings/rules/ledger-accounts.ts'
import type { FigureKey, GapKey } from '#features/closings/rules/parts.ts'
import { counted } from '#kernel/text.ts'

export const figureLabel: { readonly [key in FigureKey]: string } = {
  approved: 'Aprobado',
  approvedIssues: 'Emisiones aprobadas',
  paid: 'Pagado',
  issued: 'Emitido',
  returned: 'Devuelto por el banco',
  credited: 'Abonos confirmados',
  pending: 'Por aprobar',
  pendingIssues: 'Emisiones por aprobar',
  unpaid: 'Aprobado y sin pagar',
  unissued: 'Aprobado y sin emitir',
  overdue: 'Vencido y sin pagar',
}

/** Figures of events within the month. */
export const happened: readonly FigureKey[] = [
  'approved',
  'paid',
  'returned',
  'credited',
  'approvedIssues',
  'issued',
]
/** Figures of the work that waits at its end. */
export const waits: readonly FigureKey[] = ['pending', 'unpaid', 'overdue', 'pendingIssues', 'unissued']

/** Figures that are shown also where nothing counts. */
export const alwaysShown: readonly FigureKey[] = [
  'approved',
  'paid',
  'returned',
  'pending',
  'unpaid',
  'overdue',
]

/** Sentence on a gap: the thing that is missing, and how many times. */
export function gapText(key: GapKey, count: number): string {
  const payments = counted(count, 'pago')
  switch (key) {
    case 'noInvoiceNumber':
      return `${payments} sin número de factura`
    case 'noProof':
      return `${payments} sin comprobante`
    case 'noTaxId':
      return `${payments} a proveedores sin NIF`
    case 'noBreakdown':
      return `${payments} sin desglose de impuestos`
    case 'unmatched':
      return `${payments} sin movimiento del banco que los pruebe`
  }
}

export const placeLabel: { readonly [place in LedgerPlace]: string } = {
  supplier: 'Proveedores y acreedores',
  expense: 'Gasto',
  client: 'Clientes',
  income: 'Ingreso',
  taxBorne: 'IVA soportado',
  taxCharged: 'IVA repercutido',
  withheld: 'Retenciones practicadas',
  withheldByClients: 'Retenciones soportadas',
  bank: 'Banco',
}
