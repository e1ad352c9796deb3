/**
 * Notices on devices. Without leave they say what kind of thing waits, and nothing of it: no amount, no name, no words
 * of the company. Their addresses are paths of this program.
 */
import type { FactTopic } from '#features/notices/rules.ts'
import { documentAddress } from '#features/notices/text/letters.ts'
import { type Role, roleAreas } from '#kernel/actor.ts'
import { counted } from '#kernel/text.ts'

/** Title of each topic, which says nothing that a stranger may not read. */
export const pushTitles: { readonly [topic in FactTopic]: string } = {
  'approval.requested': 'Tienes un pedido que decidir',
  'approval.overdue': 'Un pedido espera demasiado tiempo una decisión',
  'approval.deputy_asked': 'Te toca decidir un pedido por demora de otra persona',
  'approval.deputy_refused': 'Un suplente por demora no puede aprobar',
  'approval.overridden': 'La administración ha decidido un pedido en tu lugar',
  'document.blocked': 'Un pedido ha quedado bloqueado',
  'document.approved': 'Un pedido está aprobado',
  'document.reopened': 'Un pedido vuelve a aprobación',
  'document.rejected': 'Un pedido ha sido rechazado',
  'document.returned': 'Tienes un pedido que corregir',
  'document.cancelled': 'Un pedido ha sido anulado',
  'document.delivered': 'Ha llegado la factura o el certificado de un pedido',
  'document.payee_changed': 'Ha cambiado una cuenta: compruébalo antes de aprobar',
  'recurrence.made': 'Se ha creado un pedido que se repite',
  'recurrence.stopped': 'No se ha podido crear un pedido que se repite',
  'execution.confirmed': 'Un pedido está ejecutado',
  'execution.payment_returned': 'El banco ha devuelto un pago',
  'execution.rejected': 'Un pedido no se ha podido ejecutar',
  'execution.retried': 'Un pedido vuelve a esperar su confirmación',
  'execution.received': 'Se ha confirmado la recepción de un pedido',
  'execution.disputed': 'Un pedido está en disputa',
  'execution.dispute_resolved': 'La disputa de un pedido está resuelta',
  'comment.added': 'Hay un comentario nuevo en un pedido',
  'comment.mentioned': 'Te mencionan en un comentario',
  'comment.asked': 'Te preguntan algo de un pedido',
  'comment.answered': 'Han respondido a tu pregunta',
  'provider.bank_change_requested': 'Un cambio de cuenta espera que lo confirmes',
  'provider.bank_changed': 'Un cambio de cuenta está confirmado',
  'provider.bank_change_rejected': 'Un cambio de cuenta ha sido rechazado',
  'provider.merged': 'Se han fusionado dos proveedores',
  'delegation.made': 'Hay una sustitución nueva',
  'delegation.ended': 'Una sustitución ha terminado',
  'company.second_factor_changed': 'Ha cambiado la verificación en dos pasos de la empresa',
  'company.batch_release_changed': 'Ha cambiado cuándo se pide una segunda persona en las remesas',
  'company.step_up_changed': 'Ha cambiado cuándo se pide confirmar la identidad',
  'company.webhook_switched_off': 'Un webhook se ha desconectado',
  'company.mailbox_failing': 'El buzón de facturas no se puede leer',
  'batch.release_requested': 'Tienes una remesa que liberar',
  'batch.released': 'Una remesa está liberada',
  'invoice.ordered': 'Una factura que enviaste ya es un pedido',
  'invoice.refused': 'Una factura que enviaste no se ha aceptado',
  'project.self_appointed': 'Alguien se ha nombrado aprobador a sí mismo',
}

/** Message as the service worker of the browser reads it: see `public/push-worker.js`. */
export type PushText = {
  readonly title: string
  readonly body: string
  /** A later message with the same one takes its place on the screen. */
  readonly tag: string
  /** Screen that a click opens. */
  readonly path: string
}

const longestBody = 200

/** `details`: what the notice is about, which only somebody who asked for it is told; empty for others. */
export const pushText = (
  topic: FactTopic,
  { details, tag, path }: { details: readonly string[]; tag: string; path: string },
): string => asText({ title: pushTitles[topic], body: details.join(' · ').slice(0, longestBody), tag, path })

/** Many notices as one, whatever they are about. */
export const sumText = (count: number, role: Role): string =>
  asText({
    title: counted(count, 'novedad', 'novedades'),
    body: '',
    tag: 'varias',
    path: `${areaPath(role)}/notifications`,
  })

export const testText = (role: Role): string =>
  asText({
    title: 'Las notificaciones llegan a este dispositivo',
    body: '',
    tag: 'prueba',
    path: `${areaPath(role)}/profile`,
  })

const asText = (message: PushText): string => JSON.stringify(message)

const areaPath = (role: Role): string => `/${roleAreas[role][0]}`

/** Object that a notice is about, and where its screen stands. */
export type PushSubject = {
  readonly topic: FactTopic
  readonly documentId?: string | undefined
  readonly projectId?: string | undefined
  readonly providerId?: string | undefined
  readonly batchId?: string | undefined
}

/** Topics whose order is decided on the screen of what waits. */
const toDecide: ReadonlySet<FactTopic> = new Set<FactTopic>(['approval.requested', 'approval.deputy_asked'])

/** Path of the screen with what a notice is about; of what has none of its own, that of the notices. */
export function pushPath(
  role: Role,
  { topic, documentId, projectId, providerId, batchId }: PushSubject,
): string {
  const area = areaPath(role)
  if (documentId !== undefined && projectId !== undefined) {
    if (topic === 'recurrence.stopped') return `${area}/recurrences`
    return toDecide.has(topic)
      ? `${area}/pending-approvals?doc=${documentId}`
      : documentAddress({ role }, { projectId, id: documentId }, '')
  }
  if (providerId !== undefined) return `${area}/providers/${providerId}`
  if (batchId !== undefined) return `${area}/payment-batches/${batchId}`
  if (projectId !== undefined) return `${area}/projects/${projectId}`
  return `${area}/notifications`
}
