import { type Attention, totalPerCurrency } from '#features/approvals/rules/bulk.ts'
import type { ChangedField } from '#features/approvals/rules/changes.ts'
import type { Decision, SeatStatus } from '#features/approvals/rules.ts'
import type { DocumentDetailWire, StageWire } from '#features/approvals/wire.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { formatMoney } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { notify } from '#ui/toast.ts'

/** Address of the person's inbox. */
export const inboxAddress = (areaPath: string): string => `${areaPath}/pending-approvals`

/** Days ago: 'hoy', 'hace 1 día', 'hace 6 días'. */
export function ago(days: number): string {
  if (days <= 0) return 'hoy'
  return `hace ${counted(days, 'día')}`
}

/** True when the order waits for this person's decision. */
export const isMine = ({ mySeatId, can }: DocumentDetailWire): boolean =>
  mySeatId !== null && can.approve === true

/** Storage key of an unsent comment. */
export const commentKey = (seatId: string): string => `comentario:${seatId}`

/** Waiting time: 'desde hoy', 'desde hace 6 días'. */
export const waited = (days: number): string => `desde ${ago(days)}`

/** Days after which waiting is shown in red. Source: specification, section 9. */
const longWaitDays = 5

export const isLongWait = (days: number): boolean => days > longWaitDays

/** Status of a seat as people read it: one that a forced decision overrode has its own word. */
export type SeatLook = SeatStatus | 'overridden'

export const seatLabel: { readonly [status in SeatLook]: string } = {
  pending: 'Pendiente',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  returned: 'Devuelto',
  skipped: 'No requerida',
  overridden: 'Decidida por administración',
  void: 'Sin efecto',
}

/** Number of approvals that a stage needs, in Spanish; void seats (reassigned) and those of deputies are not counted. */
export function neededText({ mode, needed, seats }: Pick<StageWire, 'mode' | 'needed' | 'seats'>): string {
  const people = seats.filter(seat => seat.status !== 'void' && seat.deputy === null).length || seats.length
  if (mode === 'any') return 'Basta con que apruebe una persona'
  if (mode === 'quorum') return `${needed === 1 ? 'Debe' : 'Deben'} aprobar ${needed} de ${people}`
  return people === 1 ? 'Debe aprobar una persona' : `Deben aprobar las ${people} personas`
}

/**
 * Notice of a decision that the server has taken, with its order; `undo` is given while it can be undone. Texts:
 * specification, section 8.
 */
export function sayDecided(decision: Decision, order: DecidedDocument, undo?: () => void): void {
  const notice = (text: string) => ({ description: `${text}\n${orderLine(order)}`, group: 'decisions' })
  if (decision === 'approve')
    notify.success('Documento aprobado', {
      ...notice('Has aprobado este documento correctamente'),
      ...(undo && { action: { label: 'Deshacer', run: undo } }),
    })
  else if (decision === 'reject') notify.error('Documento rechazado', notice('Has rechazado este documento'))
  else notify.info('Documento devuelto', notice('Has devuelto este documento para cambios'))
}

export type DecidedDocument = Pick<DocumentRowWire, 'id' | 'name' | 'amount'>

/** An order in one line: 'DOC-012 · Climatización · 45.000 €'. */
export const orderLine = ({ id, name, amount }: DecidedDocument): string =>
  `${id} · ${shortened(name)} · ${formatMoney(moneyFromWire(amount))}`

const shortened = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name)

/** Sum of the orders, one amount for each currency: '12.300 € + 500 US$'. */
export const sumText = (documents: readonly Pick<DocumentRowWire, 'amount'>[]): string =>
  totalPerCurrency(documents.map(({ amount }) => moneyFromWire(amount)))
    .map(amount => formatMoney(amount))
    .join(' + ')

/** Number of approvals that still wait, in Spanish; with `hasMore` only a lower bound is known. */
export function leftText(count: number, hasMore: boolean): string {
  if (hasMore) return `Te quedan más de ${count} aprobaciones pendientes.`
  if (count === 0) return 'No te queda ninguna aprobación pendiente.'
  return `${count === 1 ? 'Te queda' : 'Te quedan'} ${counted(count, 'aprobación pendiente', 'aprobaciones pendientes')}.`
}

/** Reason why a decision was not taken; when somebody else decided first, with their name. */
export function refusedText(error: unknown): string {
  const { decidedBy, state } = (error instanceof ApiProblem ? error.problem.facts : undefined) ?? {}
  if (typeof decidedBy !== 'string') return failureMessage(error)
  const verb = typeof state === 'string' ? decidedWords.get(state) : undefined
  return `${failureMessage(error)} ${verb ?? 'Decidió'} ${decidedBy}.`
}

/** True when the server refused the request; otherwise it may have carried it out. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.status < 500

/** Words for the decision of somebody else, by the state in which it left the order. */
const decidedWords = new Map([
  ['approved', 'Lo aprobó'],
  ['rejected', 'Lo rechazó'],
  ['returned', 'Lo devolvió'],
])

/** Error for a missing comment that the decision requires; undefined when none is missing. */
export function missingComment(
  decision: Decision,
  comment: string,
  rejectionCommentRequired: boolean,
  isProviderOff = false,
): string | undefined {
  if (comment.trim() !== '') return undefined
  if (decision === 'return') return 'Explica qué hay que cambiar.'
  if (decision === 'approve') return isProviderOff ? 'Explica por qué se aprueba.' : undefined
  return rejectionCommentRequired ? 'Explica por qué lo rechazas.' : undefined
}

/** Change of the account at which the provider is paid; days since it, null where it is not a recent one. */
export function bankChangedText(days: number | null): string {
  return days === null ? 'La cuenta del proveedor ha cambiado' : `Datos bancarios cambiados ${ago(days)}`
}

/** Short texts for the reasons to decide an order on its own. */
export const attentionText: { readonly [reason in Attention]: string } = {
  changed: 'Ha cambiado desde que lo viste',
  over_budget: 'Excede el contrato',
  duplicate: 'Posible duplicado',
  provider_off: 'Proveedor dado de baja',
  bank_changed: 'Cuenta bancaria cambiada',
  shared_account: 'Cuenta de otro proveedor',
  first_payment: 'Primer pago al proveedor',
}

export const bulkApprovedText = (count: number): string =>
  counted(count, 'pedido aprobado', 'pedidos aprobados')

export const changedFieldLabel: { readonly [field in ChangedField]: string } = {
  breakdown: 'Desglose',
  payments: 'Vencimientos',
  provider: 'Proveedor',
  bankAccount: 'Cuenta de cobro',
  contract: 'Contrato',
  costCentre: 'Centro de coste',
  project: 'Proyecto',
  type: 'Tipo',
  name: 'Nombre',
  invoiceNumber: 'Nº de factura',
  invoiceDate: 'Fecha de la factura',
  description: 'Descripción',
}

/** Value of a changed field, as people read it. */
export function changedValue(field: ChangedField, value: string | null): string {
  if (value === null) return 'sin indicar'
  if (field === 'invoiceDate') return value.split('-').toReversed().join('/')
  if (field === 'type') return value === 'gasto' ? 'Pedido de Pago' : 'Pedido de Emisión'
  return value
}

/** State of a turn: over, being decided, still to come, or never decided. */
export type Step = 'done' | 'open' | 'next' | 'closed'

export const stepLabel: { readonly [step in Step]: string } = {
  done: 'Hecho',
  open: 'En curso',
  next: 'Después',
  closed: 'Sin decidir',
}

type Steps = Pick<DocumentDetailWire, 'stages' | 'state'>

/** Stages of an order grouped by turn, in the order in which turns open. */
export function groupSteps({ stages, state }: Steps) {
  const undecided = stages.filter(({ outcome }) => outcome !== 'approved').map(({ turn }) => turn)
  const open = Math.min(...undecided)
  const turns = [...new Set(stages.map(stage => stage.turn))].toSorted((one, other) => one - other)
  const turnState = (turn: number): Step => {
    if (turn < open) return 'done'
    if (state !== 'in_approval') return 'closed'
    return turn === open ? 'open' : 'next'
  }
  return turns.map(turn => ({
    turn,
    step: turnState(turn),
    stages: stages.filter(stage => stage.turn === turn),
  }))
}

/** Position of the person's own approval: 'Paso 2 de 3 · Basta con que apruebe una persona'. */
export function ownStepText(document: Steps & Pick<DocumentDetailWire, 'mySeatId'>): string {
  const isOwn = (stage: StageWire) => stage.seats.some(seat => seat.id === document.mySeatId)
  const steps = groupSteps(document)
  const at = steps.findIndex(step => step.stages.some(isOwn))
  const mine = steps[at]?.stages.find(isOwn)
  if (mine === undefined) return ''
  return steps.length === 1 ? neededText(mine) : `Paso ${at + 1} de ${steps.length} · ${neededText(mine)}`
}

/** Lower edges of a step and of the people in it, from the top of the list. */
export type StepBottoms = { readonly bottom: number; readonly seats: readonly number[] }
export type Fold = { readonly height: number; readonly steps: number; readonly people: number }

/**
 * Place where a list of steps is folded so that it is at most `most` high: behind the last step that fits, or, when not
 * even the first does, behind its last person who does. Null when everything fits.
 */
export function foldAt(steps: readonly StepBottoms[], most: number): Fold | null {
  const whole = steps.findIndex(step => step.bottom > most)
  if (whole === -1) return null
  const above = steps[whole - 1]
  if (above) return { height: above.bottom, steps: steps.length - whole, people: 0 }
  const seats = steps[0]?.seats ?? []
  const shown = Math.max(1, seats.filter(bottom => bottom <= most).length)
  return { height: seats[shown - 1] ?? most, steps: steps.length - 1, people: seats.length - shown }
}

/** Count of what a fold hides: 'y 2 pasos más'. */
export function foldWords({ steps, people }: Pick<Fold, 'steps' | 'people'>): string {
  const hidden = [
    ...(people > 0 ? [counted(people, 'persona')] : []),
    ...(steps > 0 ? [counted(steps, 'paso')] : []),
  ]
  return `y ${hidden.join(' y ')} más`
}
