import type { AuditEventDetailWire, AuditEventWire, TimelineEntryWire } from '#features/audit/wire.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'
import { toleratedText } from '#features/contracts/text/tolerated.ts'
import { ToleratedWire, toleratedFromWire } from '#features/contracts/wire/tolerated.ts'
import { formatDay } from '#kernel/day.ts'
import type { Tone } from '#ui/badge.tsx'

export type Told = {
  sentence: string
  tone: Tone
  sign: 'sent' | 'yes' | 'no' | 'back' | 'void' | 'open' | 'done' | 'again' | 'said' | 'other'
}

const sentText = ({ creditedId }: TimelineEntryWire['facts']): string =>
  creditedId ? `Abono de ${creditedId} enviado a aprobación` : 'Pedido enviado a aprobación'

/** The sentence of a timeline entry, without its subject: person and instant are shown below it. */
export function describeEntry({ action, facts }: TimelineEntryWire): Told {
  switch (action) {
    case 'document.submitted':
      return { sentence: sentText(facts), tone: 'info', sign: 'sent' }
    case 'document.resubmitted':
      return { sentence: `Pedido corregido y reenviado${revisionText(facts)}`, tone: 'info', sign: 'sent' }
    case 'approval.decided':
      return describeDecision(facts)
    case 'approval.undone':
      return { sentence: 'Aprobación deshecha', tone: 'neutral', sign: 'back' }
    case 'approval.taken_back':
      return { sentence: 'Última aprobación deshecha: vuelve a aprobación', tone: 'caution', sign: 'back' }
    case 'approval.reassigned':
      return { sentence: `Aprobación reasignada${reassignmentText(facts)}`, tone: 'info', sign: 'other' }
    case 'approval.dropped':
      return { sentence: 'Aprobación que ya no se pide: bastan las demás', tone: 'neutral', sign: 'other' }
    case 'document.withdrawn':
      return { sentence: 'Pedido retirado', tone: 'neutral', sign: 'back' }
    case 'document.sent_back':
      return { sentence: 'Pedido devuelto para cambios', tone: 'caution', sign: 'back' }
    case 'document.credited':
      return { sentence: `Abono ${facts.creditNoteId} confirmado`, tone: 'info', sign: 'back' }
    case 'document.cancelled':
      return { sentence: 'Pedido anulado', tone: 'negative', sign: 'void' }
    case 'document.blocked':
      return { sentence: 'Pedido bloqueado: su contrato no está activo', tone: 'caution', sign: 'other' }
    case 'document.delivered':
      return { sentence: 'El proveedor ha enviado su factura o certificado', tone: 'info', sign: 'sent' }
    case 'document.unblocked':
      return { sentence: 'Pedido desbloqueado: vuelve a aprobación', tone: 'info', sign: 'open' }
    case 'comment.added':
      return { sentence: 'Comentario', tone: 'neutral', sign: 'said' }
    case 'comment.asked':
      return { sentence: 'Pregunta a quien hizo el pedido', tone: 'caution', sign: 'said' }
    case 'comment.answered':
      return { sentence: 'Respuesta a una pregunta', tone: 'neutral', sign: 'said' }
    case 'execution.confirmed':
      return {
        sentence: `${confirmedText(facts)}${executionText(facts)}`,
        tone: 'positive',
        sign: 'done',
      }
    case 'execution.payment_returned':
      return { sentence: `El banco ha devuelto un pago${returnText(facts)}`, tone: 'negative', sign: 'back' }
    case 'execution.rejected':
      return { sentence: 'Ejecución rechazada', tone: 'negative', sign: 'no' }
    case 'execution.batched':
      return { sentence: `Incluido en una remesa SEPA${batchText(facts)}`, tone: 'info', sign: 'sent' }
    case 'execution.unbatched':
      return { sentence: 'Fuera de la remesa SEPA', tone: 'neutral', sign: 'back' }
    case 'execution.received':
      return { sentence: 'Recepción confirmada', tone: 'positive', sign: 'done' }
    case 'execution.disputed':
      return { sentence: `En disputa${disputeCauseText(facts)}`, tone: 'negative', sign: 'no' }
    case 'execution.dispute_resolved':
      return { sentence: 'Disputa resuelta por la empresa', tone: 'info', sign: 'again' }
    case 'document.certified':
      return { sentence: 'Constancia de aprobación emitida', tone: 'neutral', sign: 'done' }
    case 'execution.retried':
      return { sentence: 'Ejecución reintentada: vuelve a estar pendiente', tone: 'info', sign: 'again' }
    default:
      return { sentence: 'El pedido ha cambiado', tone: 'neutral', sign: 'other' }
  }
}

type Facts = TimelineEntryWire['facts']

function describeDecision(facts: Facts): Told {
  if (facts.decision === 'reject') return { sentence: 'Pedido rechazado', tone: 'negative', sign: 'no' }
  if (facts.decision === 'return')
    return { sentence: 'Pedido devuelto para cambios', tone: 'caution', sign: 'back' }
  const { approved, total } = facts
  const count = typeof approved === 'number' && typeof total === 'number' ? ` (${approved} de ${total})` : ''
  return facts.state === 'approved'
    ? {
        sentence: `Pedido aprobado por completo${count}${toleratedNote(facts)}`,
        tone: 'positive',
        sign: 'yes',
      }
    : { sentence: `Aprobación dada${count}`, tone: 'positive', sign: 'yes' }
}

/** Note of an approval within the contract's tolerance; '' for any other. */
function toleratedNote({ tolerated }: Facts): string {
  const found = ToleratedWire.safeParse(tolerated)
  return found.success ? `. ${toleratedText(toleratedFromWire(found.data))}` : ''
}

const batchText = ({ batchId }: Facts) => (typeof batchId === 'string' ? `: ${batchId}` : '')

function disputeCauseText({ cause }: Facts): string {
  if (cause === 'not_received') return ': no se ha recibido'
  return cause === 'not_correct' ? ': no es correcto' : ''
}

/** The former and the new approver of a reassigned seat; early events recorded no names. */
const reassignmentText = ({ from, to }: Facts) =>
  typeof from === 'string' && typeof to === 'string' ? ` de ${from} a ${to}` : ' a otra persona'

const revisionText = ({ revision }: Facts) => (typeof revision === 'number' ? ` (revisión ${revision})` : '')

/** 'Pago 1 de 3 confirmado' of an order of several payments. */
const confirmedText = ({ payment, payments }: Facts): string =>
  typeof payment === 'number' ? `Pago ${payment} de ${payments} confirmado` : 'Ejecución confirmada'

const returnText = ({ returnedOn }: Facts): string =>
  typeof returnedOn === 'string' ? ` el ${formatDay(returnedOn)}` : ''

function executionText({ executedOn, reference }: Facts): string {
  const parts = [
    ...(typeof executedOn === 'string' ? [`el ${formatDay(executedOn)}`] : []),
    ...(typeof reference === 'string' ? [`con referencia ${reference}`] : []),
  ]
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`
}

/** The actor's name, with the principal's for a delegate: 'B en nombre de A'. Unauthenticated people have no name. */
export function actorText({ actorName, onBehalfOfName }: Doer): string {
  const name = actorName ?? 'El sistema'
  return onBehalfOfName === null ? name : `${name} en nombre de ${onBehalfOfName}`
}

type Doer = Pick<AuditEventWire, 'actorName' | 'onBehalfOfName'>

export type Change = { name: string; before: string; after: string }

/** The facts that an event recorded, each with its value before and after. */
export function listChanges({ before, after }: Pick<AuditEventDetailWire, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map(name => ({
    name: factNames.get(name) ?? name,
    before: name === 'tolerance' ? toleranceWords(before?.[name]) : factText(before?.[name]),
    after: name === 'tolerance' ? toleranceWords(after?.[name]) : factText(after?.[name]),
  }))
}

/** Tolerance of a contract or of the company: '5 % del total, hasta 500 €'. */
function toleranceWords(value: unknown): string {
  const found = ToleranceWire.safeParse(value)
  return found.success ? toleranceText(found.data) : factText(value)
}

function factText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(factText).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${factNames.get(name) ?? name}: ${factText(inner)}`)
      .join(' · ')
  return values.get(String(value)) ?? String(value)
}

const values = new Map<string, string>([
  ...([
    ['in_approval', 'En aprobación'],
    ['returned', 'Devuelto'],
    ['blocked', 'Bloqueado'],
  ] as const),
  ...([
    ['approved', 'Aprobado'],
    ['rejected', 'Rechazado'],
    ['cancelled', 'Anulado'],
  ] as const),
  ...([
    ['executed', 'Ejecutado'],
    ['execution_rejected', 'Ejecución rechazada'],
  ] as const),
  ...([
    ['approve', 'Aprobar'],
    ['reject', 'Rechazar'],
    ['return', 'Devolver'],
  ] as const),
  ...([
    ['active', 'Activo'],
    ['inactive', 'Inactivo'],
    ['completed', 'Completado'],
  ] as const),
  ...([
    ['password', 'Contraseña'],
    ['recovery', 'Enlace de recuperación'],
    ['recovery_code', 'Código de recuperación'],
  ] as const),
  ...([
    ['totp', 'Aplicación de verificación'],
    ['otp', 'Enlace del correo'],
    ['invite', 'Invitación'],
  ] as const),
])

const factNames = new Map<string, string>([
  ...([
    ['state', 'Estado'],
    ['status', 'Estado'],
    ['decision', 'Decisión'],
    ['revision', 'Revisión'],
  ] as const),
  ...([
    ['approved', 'Aprobaciones'],
    ['total', 'Total'],
    ['amount', 'Monto'],
    ['amountMinor', 'Monto (céntimos)'],
  ] as const),
  ...([
    ['totalMinor', 'Total (céntimos)'],
    ['currency', 'Moneda'],
    ['against', 'Moneda de la empresa'],
    ['minor', 'Céntimos'],
    ['name', 'Nombre'],
    ['found', 'Virus'],
  ] as const),
  ...([
    ['rate', 'Tipo de cambio'],
    ['holdsFrom', 'Vale desde'],
  ] as const),
  ...([
    ['lastName', 'Apellidos'],
    ['timeZone', 'Zona horaria'],
    ['email', 'Correo'],
    ['role', 'Rol'],
    ['active', 'Activo'],
  ] as const),
  ...([
    ['executedOn', 'Fecha de ejecución'],
    ['reference', 'Referencia'],
    ['permissions', 'Permisos'],
  ] as const),
  ...([
    ['description', 'Descripción'],
    ['startsOn', 'Desde'],
    ['endsOn', 'Hasta'],
    ['plan', 'Plan'],
  ] as const),
  ...([
    ['approver', 'Aprobador'],
    ['approverId', 'Identificador del aprobador'],
    ['stage', 'Etapa'],
  ] as const),
  ...([
    ['ip', 'Dirección IP'],
    ['method', 'Con qué'],
    ['rows', 'Filas'],
    ['format', 'Formato'],
    ['sort', 'Orden'],
    ['exported', 'Lista'],
    ['alarms', 'Alarmas'],
  ] as const),
  ...([
    ['projectId', 'Proyecto'],
    ['contractId', 'Contrato'],
    ['providerId', 'Proveedor'],
  ] as const),
  ...([
    ['clientId', 'Cliente'],
    ['type', 'Tipo'],
    ['userId', 'Persona'],
    ['sessionId', 'Sesión'],
  ] as const),
  ...([
    ['iban', 'IBAN'],
    ['bic', 'BIC'],
    ['overrunPolicy', 'Exceso de presupuesto'],
    ['tolerance', 'Tolerancia'],
    ['tolerated', 'Dentro de la tolerancia'],
    ['over', 'Exceso'],
    ['allowed', 'Se admite'],
    ['chargeBasis', 'Los pedidos consumen'],
    ['paymentTerms', 'Plazo de pago'],
  ] as const),
  ...([
    ['payment', 'Pago'],
    ['payments', 'Pagos'],
    ['attempt', 'Intento'],
    ['returnedOn', 'Devuelto el'],
  ] as const),
])
