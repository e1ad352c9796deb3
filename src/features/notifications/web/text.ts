import type { FactTopic } from '#features/notifications/rules.ts'

/** What happened to the order, said after its name. */
export const topicWords: { readonly [topic in FactTopic]: string } = {
  'approval.requested': 'Espera tu aprobación',
  'document.blocked': 'Ha quedado bloqueado',
  'document.approved': 'Está aprobado',
  'document.rejected': 'Ha sido rechazado',
  'document.returned': 'Ha vuelto para que lo corrijas',
  'document.cancelled': 'Ha sido anulado',
  'document.delivered': 'El proveedor ha enviado su factura o certificado',
  'execution.confirmed': 'Está ejecutado',
  'execution.rejected': 'No se ha podido ejecutar',
  'execution.retried': 'Vuelve a esperar su confirmación',
}
