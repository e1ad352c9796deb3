import { fromMailWords } from '#features/approvals/text/told.ts'
import type { AuditEventWire, TimelineEntryWire } from '#features/audit/wire.ts'
import { endFromState } from '#features/certificates/rules/ends.ts'
import { certificateTitle } from '#features/certificates/text/certificate.ts'
import { toleratedOfCentreText, toleratedText } from '#features/contracts/text/tolerated.ts'
import { ToleratedWire, toleratedFromWire } from '#features/contracts/wire/tolerated.ts'
import { formatDay } from '#kernel/day.ts'
import { counted } from '#kernel/text.ts'
import type { Tone } from '#ui/badge.tsx'

export type Told = {
  sentence: string
  tone: Tone
  sign: 'sent' | 'yes' | 'no' | 'back' | 'void' | 'open' | 'done' | 'again' | 'said' | 'other'
}

const sentText = ({ creditedId, requester }: TimelineEntryWire['facts']): string => {
  if (creditedId) return `Abono de ${creditedId} enviado a aprobación`
  return requester ? `Pedido enviado a aprobación a nombre de ${requester}` : 'Pedido enviado a aprobación'
}

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
    case 'document.approver_added':
      return { sentence: `Aprobador añadido${additionText(facts)}`, tone: 'info', sign: 'other' }
    case 'approval.forced':
      return { sentence: forcingText(facts), tone: 'caution', sign: 'other' }
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
      return { sentence: `${confirmedText(facts)}${confirmedNote(facts)}`, tone: 'positive', sign: 'done' }
    case 'execution.payment_returned':
      return { sentence: `El banco ha devuelto un pago${returnText(facts)}`, tone: 'negative', sign: 'back' }
    case 'execution.rejected':
      return { sentence: 'Ejecución rechazada', tone: 'negative', sign: 'no' }
    case 'execution.batched':
      return { sentence: batchedText(facts), tone: 'info', sign: 'sent' }
    case 'execution.unbatched':
      return { sentence: 'Fuera de la remesa SEPA', tone: 'neutral', sign: 'back' }
    case 'execution.received':
      return { sentence: 'Recepción confirmada', tone: 'positive', sign: 'done' }
    case 'execution.disputed':
      return { sentence: `En disputa${disputeCauseText(facts)}`, tone: 'negative', sign: 'no' }
    case 'execution.dispute_resolved':
      return { sentence: 'Disputa resuelta por la empresa', tone: 'info', sign: 'again' }
    case 'document.certified':
      return { sentence: certifiedText(facts), tone: 'neutral', sign: 'done' }
    case 'execution.retried':
      return { sentence: 'Ejecución reintentada: vuelve a estar pendiente', tone: 'info', sign: 'again' }
    default:
      return plainTold[action] ?? reopenedTold(action, facts) ?? deputyTold(action, facts) ?? changed
  }
}

const changed: Told = { sentence: 'El pedido ha cambiado', tone: 'neutral', sign: 'other' }

/** Entries whose sentence needs no fact, of the order's recurrence among them, by action. */
const plainTold: { readonly [action: string]: Told } = {
  'approval.overdue': { sentence: 'El pedido espera desde hace demasiado', tone: 'caution', sign: 'other' },
  'invoice.alarm_explained': { sentence: 'Alarma de la factura explicada', tone: 'caution', sign: 'said' },
  'recurrence.created': { sentence: 'Repetición creada', tone: 'info', sign: 'again' },
  'recurrence.changed': { sentence: 'Repetición cambiada', tone: 'neutral', sign: 'other' },
  'recurrence.paused': { sentence: 'Repetición en pausa', tone: 'neutral', sign: 'other' },
  'recurrence.resumed': { sentence: 'Repetición reanudada', tone: 'info', sign: 'again' },
  'recurrence.skipped': { sentence: 'Repetición: una fecha omitida', tone: 'neutral', sign: 'other' },
  'recurrence.ended': { sentence: 'Repetición terminada', tone: 'neutral', sign: 'void' },
  'recurrence.stopped': {
    sentence: 'Repetición detenida: no se pudo crear el pedido',
    tone: 'caution',
    sign: 'back',
  },
  'recurrence.made': { sentence: 'Pedido creado por su repetición', tone: 'info', sign: 'again' },
}

type Facts = TimelineEntryWire['facts']

function describeDecision(facts: Facts): Told {
  const { decision, state, approved, total } = facts
  const by = facts.forced === true ? ' por decisión forzada' : ''
  const from = facts.through === 'mail' ? ` ${fromMailWords}` : ''
  if (decision === 'reject') return { sentence: `Pedido rechazado${by}${from}`, tone: 'negative', sign: 'no' }
  if (decision === 'return')
    return { sentence: `Pedido devuelto para cambios${from}`, tone: 'caution', sign: 'back' }
  const count = typeof approved === 'number' && typeof total === 'number' ? ` (${approved} de ${total})` : ''
  // Approvals that were forced are none that were given: '0 de 2' would deny that the order is approved.
  const whole = by === '' ? `Pedido aprobado por completo${from}${count}` : `Pedido aprobado${by}`
  const part = by === '' ? `Aprobación dada${from}${count}` : `Etapas aprobadas${by}`
  return {
    sentence: `${state === 'approved' ? `${whole}${toleratedNote(facts)}` : part}${confirmedNote(facts)}`,
    tone: 'positive',
    sign: 'yes',
  }
}

const certifiedText = ({ ended }: Facts) => `${certificateTitle(endFromState(ended))} emitida`

/** Note of how somebody confirmed who they are; '' where nothing asked for it. */
const confirmedNote = ({ identity }: Facts): string => (typeof identity === 'string' ? `, ${identity}` : '')

/** Note of an approval within the tolerance of its contract, of its cost centre or of both; '' for any other. */
function toleratedNote({ tolerated, toleratedOfCentre }: Facts): string {
  const ofContract = ToleratedWire.safeParse(tolerated)
  const ofCentre = ToleratedWire.safeParse(toleratedOfCentre)
  const centre = ofCentre.success
    ? `. ${toleratedOfCentreText(toleratedFromWire(ofCentre.data))}`
    : toleratedOfCentre === true
      ? '. Dentro de la tolerancia del centro de coste'
      : ''
  return `${ofContract.success ? `. ${toleratedText(toleratedFromWire(ofContract.data))}` : ''}${centre}`
}

/** 'Incluido en una remesa SEPA: R-004, en la que se compensa el abono DOC-9'. */
function batchedText(facts: Facts): string {
  const { reduces, creditNoteIds: notes } = facts
  if (typeof reduces === 'string')
    return `Se compensa en una remesa SEPA${batchText(facts)}, en el pago de ${reduces}`
  return `Incluido en una remesa SEPA${batchText(facts)}${Array.isArray(notes) ? `, menos ${notesText(notes)}` : ''}`
}

const notesText = (notes: readonly unknown[]) =>
  `${notes.length === 1 ? 'el abono' : 'los abonos'} ${everyName.format(notes.map(String))}`

/** ', compensado en la remesa R-004': of a credit note, or of a payment that credit notes reduced. */
function nettedText({ batchId, reduces, creditNoteIds: notes }: Facts): string {
  if (typeof reduces === 'string') return `, compensado en la remesa ${batchId} con el pago de ${reduces}`
  return Array.isArray(notes) ? `, compensado en la remesa ${batchId} con ${notesText(notes)}` : ''
}

/** Entry about a credit note that waits again; undefined for any other. */
function reopenedTold(action: string, facts: Facts): Told | undefined {
  if (action !== 'document.credit_reopened' && action !== 'execution.credit_reopened') return undefined
  return { sentence: reopenedText(facts), tone: 'caution', sign: 'back' }
}

const reopenedText = ({ creditNoteId }: Facts) =>
  `${typeof creditNoteId === 'string' ? `Abono ${creditNoteId}` : 'Abono'} pendiente de nuevo: el banco ha devuelto el pago en el que se compensó`

const batchText = ({ batchId }: Facts) => (typeof batchId === 'string' ? `: ${batchId}` : '')

function disputeCauseText({ cause }: Facts): string {
  if (cause === 'not_received') return ': no se ha recibido'
  return cause === 'not_correct' ? ': no es correcto' : ''
}

/** The former and the new approver of a reassigned seat; early events recorded no names. */
const reassignmentText = ({ from, to }: Facts) =>
  typeof from === 'string' && typeof to === 'string' ? ` de ${from} a ${to}` : ' a otra persona'

const everyName = new Intl.ListFormat('es', { type: 'conjunction' })

/** 'Aprobación forzada por administración: ya no se pide a Ana y Luis'. */
const forcingText = ({ decision, holders }: Facts) =>
  `${decision === 'reject' ? 'Rechazo forzado' : 'Aprobación forzada'} por administración${
    Array.isArray(holders) && holders.length > 0
      ? `: ya no se pide a ${everyName.format(holders.map(String))}`
      : ''
  }`

/** The person who was added, and where: ': Ana, antes de su etapa'. */
/** Entry about a stage's deputy; undefined for any other. */
function deputyTold(action: string, facts: Facts): Told | undefined {
  if (action === 'approval.deputy_seated') return { sentence: seatedText(facts), tone: 'info', sign: 'other' }
  if (action === 'approval.deputy_refused')
    return { sentence: deputyRefusedText(facts), tone: 'caution', sign: 'other' }
  return undefined
}

/** 'Suplente por demora: Eva, porque Ana no decidió en 3 días'. */
function seatedText(facts: Facts): string {
  const { to, from } = facts
  return typeof to === 'string' && typeof from === 'string'
    ? `Suplente por demora: ${to}, porque ${from} no decidió${daysText(facts)}`
    : 'Suplente por demora incorporado'
}

function deputyRefusedText(facts: Facts): string {
  const { to, from, told } = facts
  if (typeof to !== 'string' || typeof told !== 'string') return 'Suplente por demora que no puede aprobar'
  const whose = typeof from === 'string' ? ` por ${from}, que no decidió${daysText(facts)}` : ''
  return `No se pide a ${to}${whose}: ${told}`
}

const daysText = ({ afterDays }: Facts) =>
  typeof afterDays === 'number' ? ` en ${counted(afterDays, 'día')}` : ''

const additionText = ({ to, place }: Facts) =>
  typeof to === 'string' ? `: ${to}, ${place === 'before' ? 'antes de la etapa' : 'junto a la etapa'}` : ''

const revisionText = ({ revision }: Facts) => (typeof revision === 'number' ? ` (revisión ${revision})` : '')

/** 'Pago 1 de 3 confirmado' of an order of several payments, with when and how it was executed. */
function confirmedText(facts: Facts): string {
  const { payment, payments } = facts
  const isOne = typeof payment === 'number'
  return `${isOne ? `Pago ${payment} de ${payments} confirmado` : 'Ejecución confirmada'}${executionText(facts)}${nettedText(facts)}`
}

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

/** The actor's name, with the API token that acted for it: 'Ana Sol, con la clave «ERP»'. */
export const handText = ({ apiToken, ...doer }: Doer & Pick<AuditEventWire, 'apiToken'>): string =>
  apiToken === null ? actorText(doer) : `${actorText(doer)}, con la clave «${apiToken.name}»`

type Doer = Pick<AuditEventWire, 'actorName' | 'onBehalfOfName'>
