import type { ExecutionRefusal } from '#features/executions/rules.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import type { RefusalWords } from '#kernel/ability.ts'
import { dayFrom, formatDay } from '#kernel/day.ts'

export const dayText = (day: unknown): string => {
  const known = dayFrom(String(day))
  return known === null ? '' : formatDay(known)
}

/** Of whom a separation of duties is asked, when somebody stands in for another. */
const eitherHand = (principal: unknown): string =>
  typeof principal === 'string' ? `, y vale tanto para ti como para ${principal}, a quien sustituyes` : ''

/** Budget that took back what a credit note gave: the contract, or the cost centre as far as the person may know it. */
const budgetText = ({ contract, centre }: { readonly [name: string]: unknown }): string => {
  if (contract !== undefined) return `el contrato ${contract}`
  return centre === undefined ? 'su centro de coste' : `el centro de coste ${centre}`
}

export const refusalWords: RefusalWords<ExecutionRefusal> = {
  forbidden: 'Solo quien ejecuta pedidos en el proyecto puede confirmarlos.',
  not_found: 'El pedido no existe o no tienes acceso.',
  already_executed: 'El pedido ya está ejecutado.',
  not_approved: 'El pedido no está aprobado.',
  not_rejected: 'La ejecución de este pedido no está rechazada.',
  own_document: ({ facts }) =>
    `Quien crea o modifica un pedido no puede ejecutarlo${eitherHand(facts?.standsInFor)}.`,
  approver_cannot_execute: ({ facts }) =>
    `Quien decidió sobre el pedido no puede ejecutarlo${eitherHand(facts?.standsInFor)}.`,
  proof_required: 'Adjunta el comprobante: tu empresa lo exige.',
  executed_in_future: 'La fecha no puede ser posterior a hoy.',
  executed_before_approval: ({ facts }) =>
    `La fecha es anterior a la aprobación (${dayText(facts?.approvedOn)}): explica en el comentario por qué.`,
  provider_off: 'El proveedor está dado de baja: explica en el comentario por qué se paga.',
  file_not_yours: 'El comprobante no existe o no es tuyo. Vuelve a subirlo.',
  not_its_provider: 'Solo el proveedor del pedido puede enviar su factura o su certificado.',
  too_many_deliveries: 'Ya se han enviado todos los archivos que admite un pedido.',
  in_payment_batch: ({ facts }) =>
    facts?.isCreditNote
      ? `El abono se compensa en la remesa ${facts.batch}: se confirma con el pago que reduce.`
      : `El pedido está en la remesa ${facts?.batch}: confírmalo o devuélvelo allí.`,
  not_in_batch: 'El pedido ya no está pendiente en la remesa.',
  untrusted_account: untrustedWords,
  unknown_payment: 'Elige qué vencimiento del pedido se ha pagado.',
  payment_made: ({ facts }) => `El vencimiento ${facts?.payment} ya está pagado.`,
  payment_not_made: 'Ningún pago de este pedido está hecho.',
  not_a_payment: 'Solo se devuelven los pagos, no las emisiones ni los abonos.',
  credit_spent: ({ facts }) =>
    `Con este pago vuelve atrás el abono que se compensó en él, y ${budgetText(facts ?? {})} ya ha gastado lo que le devolvió: amplíalo antes de anotar la devolución.`,
  returned_in_future: 'La fecha de la devolución no puede ser posterior a hoy.',
  returned_before_payment: ({ facts }) =>
    `La devolución no puede ser anterior al pago (${dayText(facts?.executedOn)}).`,
  stale_revision: 'El pedido ha cambiado desde que lo abriste. Revísalo de nuevo.',
}
