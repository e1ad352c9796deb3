import type { MailKind } from '#features/notifications/rules/reminders.ts'
import type { FactTopic, MutableTopic, OrderTopic } from '#features/notifications/rules.ts'

/** Sentence of each topic, after the name of the order or the provider. */
export const topicWords: { readonly [topic in FactTopic]: string } = {
  'approval.requested': 'Espera tu aprobación',
  'approval.overdue': 'Espera demasiado tiempo una decisión',
  'approval.overridden': 'La administración ha decidido en tu lugar',
  'document.blocked': 'Ha quedado bloqueado',
  'document.approved': 'Está aprobado',
  'document.reopened': 'Vuelve a aprobación: se ha deshecho la última',
  'document.rejected': 'Ha sido rechazado',
  'document.returned': 'Ha vuelto para que lo corrijas',
  'document.cancelled': 'Ha sido anulado',
  'document.delivered': 'El proveedor ha enviado su factura o certificado',
  'document.payee_changed':
    'La cuenta de su proveedor ha cambiado y paga en la anterior: compruébalo antes de aprobar',
  'recurrence.made': 'Se ha creado porque se repite, y espera aprobación',
  'recurrence.stopped': 'No se ha podido crear el siguiente: mira por qué y decide',
  'execution.confirmed': 'Está ejecutado',
  'execution.payment_returned': 'El banco ha devuelto un pago: está otra vez por pagar',
  'execution.rejected': 'No se ha podido ejecutar',
  'execution.retried': 'Vuelve a esperar su confirmación',
  'execution.received': 'Se ha confirmado su recepción',
  'execution.disputed': 'Está en disputa',
  'execution.dispute_resolved': 'Su disputa está resuelta',
  'comment.added': 'Tiene un comentario nuevo',
  'comment.mentioned': 'Te mencionan en un comentario',
  'comment.asked': 'Te preguntan algo: respóndelo en el pedido',
  'comment.answered': 'Han respondido a tu pregunta',
  'provider.bank_change_requested': 'Espera que confirmes su cambio de cuenta',
  'provider.bank_changed': 'Su cambio de cuenta está confirmado',
  'provider.bank_change_rejected': 'Su cambio de cuenta ha sido rechazado',
  'provider.merged': 'Se ha fusionado con otro proveedor, que queda en su lugar',
  'delegation.made': 'Sustitución',
  'delegation.ended': 'La sustitución ha terminado',
  'company.second_factor_changed': 'Ha cambiado a quién se pide',
  'company.batch_release_changed': 'Ha cambiado desde qué monto se pide',
  'company.webhook_switched_off': 'Se ha desconectado: el otro sistema no se entera de nada',
  'company.mailbox_failing': 'No se puede leer: no llega ninguna factura por correo',
  'batch.release_requested': 'Espera a que la liberes',
  'batch.released': 'Está liberada: ya se puede descargar su archivo',
  'invoice.ordered': 'Ya es un pedido, que sigue su camino',
  'invoice.refused': 'No se ha aceptado',
  'project.self_appointed': 'Se ha nombrado aprobador a sí mismo, para los pedidos que se envíen desde ahora',
}

/** Sentence of many notices of one topic, after '32 pedidos de Hoteles Brisa'. */
export const groupWords: { readonly [topic in OrderTopic]: string } = {
  'approval.requested': 'Esperan tu aprobación',
  'approval.overdue': 'Esperan demasiado tiempo una decisión',
  'approval.overridden': 'La administración los ha decidido en tu lugar',
  'document.blocked': 'Han quedado bloqueados',
  'document.approved': 'Están aprobados',
  'document.reopened': 'Vuelven a aprobación',
  'document.rejected': 'Han sido rechazados',
  'document.returned': 'Han vuelto para que los corrijas',
  'document.cancelled': 'Han sido anulados',
  'document.delivered': 'El proveedor ha enviado sus facturas o certificados',
  'document.payee_changed':
    'Las cuentas de sus proveedores han cambiado y pagan en las anteriores: compruébalo antes de aprobar',
  'recurrence.made': 'Se han creado porque se repiten',
  'recurrence.stopped': 'No se ha podido crear los siguientes',
  'execution.confirmed': 'Están ejecutados',
  'execution.payment_returned': 'El banco ha devuelto sus pagos',
  'execution.rejected': 'No se han podido ejecutar',
  'execution.retried': 'Vuelven a esperar su confirmación',
  'execution.received': 'Se ha confirmado su recepción',
  'execution.disputed': 'Están en disputa',
  'execution.dispute_resolved': 'Su disputa está resuelta',
  'comment.added': 'Tienen comentarios nuevos',
  'comment.mentioned': 'Te mencionan en sus comentarios',
  'comment.asked': 'Te preguntan algo de ellos',
  'comment.answered': 'Han respondido a tus preguntas',
}

/** Labels of the topics that a person may mute. */
export const mutableWords: { readonly [topic in MutableTopic]: string } = {
  'document.approved': 'Pedidos aprobados',
  'document.rejected': 'Pedidos rechazados',
  'document.cancelled': 'Pedidos anulados',
  'document.delivered': 'Facturas y certificados que envía el proveedor',
  'recurrence.made': 'Pedidos creados porque se repiten',
  'execution.confirmed': 'Pedidos ejecutados',
  'execution.rejected': 'Ejecuciones rechazadas',
  'execution.received': 'Recepciones confirmadas',
  'comment.added': 'Comentarios en mis pedidos y en los que he comentado',
  'invoice.ordered': 'Facturas enviadas que ya son un pedido',
  'invoice.refused': 'Facturas enviadas que no se aceptan',
}

/** Labels of the kinds of mail. */
export const mailWords: { readonly [kind in MailKind]: string } = {
  due: 'Cuando algo empieza a esperar por mí',
  digest: 'Cada mañana, un resumen mientras algo espera demasiado',
  approved: 'Cuando se aprueba lo que he pedido',
  rejected: 'Cuando se rechaza o vuelve para corregir',
  paid: 'Cuando se paga o se emite, con los datos de cada pago',
  unpaid: 'Cuando el banco devuelve un pago, o no se puede ejecutar',
  disputed: 'Cuando lo ejecutado se pone en disputa',
}
