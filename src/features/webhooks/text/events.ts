/** Spanish words of the public events and of their groups. */
import { type EventGroup, type PublicEvent, testEvent } from '#features/webhooks/rules/events.ts'

export const eventGroupLabel: { readonly [group in EventGroup]: string } = {
  orders: 'Pedidos y aprobaciones',
  payments: 'Pagos y ejecución',
  invoices: 'Facturas recibidas',
  parties: 'Proveedores y clientes',
  contracts: 'Contratos, centros de coste y proyectos',
  books: 'Cierre de mes',
}

export const eventLabel: { readonly [event in PublicEvent]: string } = {
  'order.submitted': 'Pedido enviado a aprobación, también corregido',
  'order.approved': 'Pedido aprobado del todo',
  'order.reopened': 'Aprobación deshecha: el pedido vuelve a aprobación',
  'order.returned': 'Pedido devuelto para cambios',
  'order.withdrawn': 'Pedido retirado por quien lo pidió',
  'order.rejected': 'Pedido rechazado',
  'order.blocked': 'Pedido bloqueado',
  'order.unblocked': 'Pedido desbloqueado',
  'order.cancelled': 'Pedido anulado',
  'order.credited': 'Pedido con un abono',
  'order.credit_reopened': 'Abono de un pedido pendiente de nuevo',
  'order.approver_added': 'Un aprobador más, añadido a un pedido',
  'order.decision_forced': 'Decisión forzada por administración',
  'order.executed': 'Pedido ejecutado: pagado o emitido',
  'order.execution_rejected': 'Ejecución rechazada',
  'order.execution_retried': 'Ejecución reintentada',
  'order.received': 'Recepción confirmada por el proveedor',
  'order.disputed': 'Ejecución en disputa',
  'order.dispute_resolved': 'Disputa resuelta',
  'payment.made': 'Uno de varios pagos de un pedido, hecho',
  'payment.returned': 'Pago devuelto por el banco',
  'payment_batch.created': 'Remesa creada',
  'payment_batch.released': 'Remesa liberada',
  'payment_batch.confirmed': 'Remesa confirmada',
  'payment_batch.cancelled': 'Remesa anulada',
  'invoice.received': 'Factura recibida',
  'invoice.ordered': 'Factura convertida en pedido',
  'invoice.refused': 'Factura rechazada',
  'provider.created': 'Proveedor creado',
  'provider.changed': 'Proveedor modificado',
  'provider.bank_account_changed': 'Cuenta bancaria de un proveedor, cambiada',
  'provider.merged': 'Proveedor fusionado con otro',
  'client.created': 'Cliente creado',
  'client.changed': 'Cliente modificado',
  'contract.created': 'Contrato creado',
  'contract.changed': 'Contrato modificado',
  'contract.amended': 'Monto de un contrato, modificado',
  'contract.status_changed': 'Estado de un contrato, modificado',
  'cost_centre.created': 'Centro de coste creado',
  'cost_centre.changed': 'Centro de coste modificado',
  'cost_centre.budget_set': 'Presupuesto de un centro de coste, modificado',
  'cost_centre.status_changed': 'Estado de un centro de coste, modificado',
  'project.created': 'Proyecto creado',
  'project.changed': 'Proyecto modificado',
  'month.closed': 'Mes cerrado',
}

const labels = new Map<string, string>([...Object.entries(eventLabel), [testEvent, 'Prueba']])

/** Words of the event of a delivery, which an earlier or a newer release may have written. */
export const deliveredLabel = (type: string): string => labels.get(type) ?? type
