import type { TimelineEntryWire } from '#features/audit/wire.ts'
import { formatDay } from '#kernel/day.ts'
import type { Tone } from '#ui/badge.tsx'

export type Told = {
  sentence: string
  tone: Tone
  sign: 'sent' | 'yes' | 'no' | 'back' | 'void' | 'open' | 'done' | 'again' | 'other'
}

/** What happened, as a sentence without its subject: the person and the moment go below it. */
export function toldOf({ action, facts }: TimelineEntryWire): Told {
  switch (action) {
    case 'document.submitted':
      return { sentence: 'Pedido enviado a aprobación', tone: 'info', sign: 'sent' }
    case 'document.resubmitted':
      return { sentence: `Pedido corregido y reenviado${revisionOf(facts)}`, tone: 'info', sign: 'sent' }
    case 'approval.decided':
      return decisionOf(facts)
    case 'approval.reassigned':
      return { sentence: 'Aprobación reasignada a otra persona', tone: 'info', sign: 'other' }
    case 'document.withdrawn':
      return { sentence: 'Pedido retirado', tone: 'neutral', sign: 'back' }
    case 'document.cancelled':
      return { sentence: 'Pedido anulado', tone: 'negative', sign: 'void' }
    case 'document.blocked':
      return { sentence: 'Pedido bloqueado: su contrato no está activo', tone: 'caution', sign: 'other' }
    case 'document.delivered':
      return { sentence: 'El proveedor ha enviado su factura o certificado', tone: 'info', sign: 'sent' }
    case 'document.unblocked':
      return { sentence: 'Pedido desbloqueado: vuelve a aprobación', tone: 'info', sign: 'open' }
    case 'execution.confirmed':
      return { sentence: `Ejecución confirmada${executionOf(facts)}`, tone: 'positive', sign: 'done' }
    case 'execution.rejected':
      return { sentence: 'Ejecución rechazada', tone: 'negative', sign: 'no' }
    case 'execution.received':
      return { sentence: 'Recepción confirmada', tone: 'positive', sign: 'done' }
    case 'execution.disputed':
      return { sentence: `En disputa${causeOf(facts)}`, tone: 'negative', sign: 'no' }
    case 'execution.dispute_resolved':
      return { sentence: 'Disputa resuelta por la empresa', tone: 'info', sign: 'again' }
    case 'execution.retried':
      return { sentence: 'Ejecución reintentada: vuelve a estar pendiente', tone: 'info', sign: 'again' }
    default:
      return { sentence: 'El pedido ha cambiado', tone: 'neutral', sign: 'other' }
  }
}

type Facts = TimelineEntryWire['facts']

function decisionOf(facts: Facts): Told {
  if (facts.decision === 'reject') return { sentence: 'Pedido rechazado', tone: 'negative', sign: 'no' }
  if (facts.decision === 'return')
    return { sentence: 'Pedido devuelto para cambios', tone: 'caution', sign: 'back' }
  const { approved, total } = facts
  const count = typeof approved === 'number' && typeof total === 'number' ? ` (${approved} de ${total})` : ''
  return facts.state === 'approved'
    ? { sentence: `Pedido aprobado por completo${count}`, tone: 'positive', sign: 'yes' }
    : { sentence: `Aprobación dada${count}`, tone: 'positive', sign: 'yes' }
}

function causeOf({ cause }: Facts): string {
  if (cause === 'not_received') return ': no se ha recibido'
  return cause === 'not_correct' ? ': no es correcto' : ''
}

const revisionOf = ({ revision }: Facts) => (typeof revision === 'number' ? ` (revisión ${revision})` : '')

function executionOf({ executedOn, reference }: Facts): string {
  const parts = [
    ...(typeof executedOn === 'string' ? [`el ${formatDay(executedOn)}`] : []),
    ...(typeof reference === 'string' ? [`con referencia ${reference}`] : []),
  ]
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`
}
