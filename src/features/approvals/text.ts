import type {
  ReassignRefusal,
  ReplacementRefusal,
  SeatRefusal,
} from '#features/approvals/rules/reassignment.ts'
import type { ApprovalRefusal } from '#features/approvals/rules.ts'
import { contractWords } from '#features/contracts/text.ts'
import { centreChargeWords, chargeRefusalWords } from '#features/cost-centres/text.ts'
import { creditNoteRefusalWords, creditNoteWords } from '#features/documents/text/credit-notes.ts'
import { documentWords } from '#features/documents/text.ts'
import { missingRateWords } from '#features/exchange-rates/text.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { ownHandWords } from '#features/projects/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { counted } from '#kernel/text.ts'

const words: RefusalWords<ApprovalRefusal> = {
  forbidden: 'No tienes permiso para decidir sobre este pedido.',
  not_found: 'El pedido no existe o no tienes acceso.',
  not_in_approval: 'El pedido ya no está en aprobación.',
  no_seat: 'Tu aprobación no es necesaria en este pedido.',
  already_decided: 'Ya has decidido, o tu aprobación ya no es necesaria.',
  not_your_turn: 'Todavía no es tu turno: falta una etapa anterior.',
  seat_of_same_stage: 'Ya tienes otra aprobación en esta etapa: nadie decide dos veces en la misma.',
  own_document: 'Quien crea o modifica un pedido no puede aprobarlo.',
  executor_cannot_approve: 'Quien ejecuta pedidos del proyecto no puede aprobarlos.',
  comment_required: 'Explica el motivo en el comentario.',
  provider_off: 'El proveedor está dado de baja: explica en el comentario por qué se aprueba.',
  nothing_to_undo: 'No hay ninguna aprobación tuya que deshacer.',
  next_stage_open: 'Ya no se puede deshacer: el pedido ha pasado a la etapa siguiente.',
  acted_on:
    'Ya no se puede deshacer: después de aprobarse, el pedido se ha ejecutado, se ha incluido en una remesa, se ha entregado su factura o se ha pedido un abono.',
  undo_time_over: ({ facts }) =>
    facts?.minutes === 0
      ? 'La última aprobación es definitiva: así lo ha decidido tu empresa.'
      : `La última aprobación se puede deshacer durante ${counted(Number(facts?.minutes), 'minuto')}, que ya han pasado.`,
  no_longer_eligible:
    'Ya no puedes aprobar pedidos de este cliente: la administración puede reasignar la aprobación.',
  overrun_is_of_company: 'Lo que excede su contrato solo lo autorizan personas de la empresa.',
  untrusted_account: untrustedWords,
  no_budget_owner:
    'Lo que queda no alcanza para este pedido y la empresa no tiene responsables de presupuesto que lo permitan: la administración puede nombrarlos.',
}

const own = refusalTexts(words)

/** Spanish sentence for a refusal of approval, of the order, of a credit note or of the contract. */
export const approvalWords = (refusal: Refusal): string => {
  if (Object.hasOwn(words, refusal.refused)) return own(refusal)
  if (Object.hasOwn(creditNoteRefusalWords, refusal.refused)) return creditNoteWords(refusal)
  if (Object.hasOwn(chargeRefusalWords, refusal.refused)) return centreChargeWords(refusal)
  // Contracts have revisions too; in a decision the stale revision is the order's.
  if (refusal.refused === 'stale_revision') return documentWords(refusal)
  if (refusal.refused === 'rate_missing') return missingRateWords(refusal)
  const ofContract = contractWords(refusal)
  return ofContract === refusal.refused ? documentWords(refusal) : ofContract
}

export const approvalAbility = abilityWith(approvalWords)

const ofSeats: RefusalWords<SeatRefusal> = {
  substitute_is_author: ({ facts }) =>
    `Quien crea o modifica un pedido no puede aprobarlo: elige a otra persona para ${facts?.documentId}.`,
  substitute_has_seat: ({ facts }) => `Esa persona ya aprueba ${facts?.documentId}: elige a otra.`,
}
export const seatWords = refusalTexts(ofSeats)

const ofReassignment: RefusalWords<Exclude<ReassignRefusal | ReplacementRefusal, SeatRefusal>> = {
  forbidden: 'Solo la administración de la empresa reasigna aprobaciones.',
  not_found: 'El pedido o la aprobación no existe.',
  company_suspended: 'La empresa está suspendida: no se pueden reasignar aprobaciones.',
  not_in_approval: 'El pedido ya no está en aprobación.',
  own_hand: ownHandWords,
  untrusted_account: untrustedWords,
  seat_not_open: 'Esa aprobación ya está decidida o ya no es necesaria.',
  person_not_eligible: 'Esa persona no está activa o no puede aprobar este pedido: elige a otra.',
  executor_cannot_approve: 'Quien ejecuta pedidos del proyecto no puede aprobarlos: elige a otra persona.',
}
const reassigning = refusalTexts(ofReassignment)

export const reassignWords = (refusal: Refusal): string => {
  if (Object.hasOwn(ofReassignment, refusal.refused)) return reassigning(refusal)
  return Object.hasOwn(ofSeats, refusal.refused) ? seatWords(refusal) : documentWords(refusal)
}
export const reassignAbility = abilityWith(reassignWords)
