import { companyWords } from '#features/companies/text.ts'
import type {
  DocumentRefusal,
  DocumentState,
  DocumentStatus,
  DocumentType,
  Receipt,
} from '#features/documents/rules.ts'
import { partlyPaidText } from '#features/documents/text/payments.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const typeLabel: { readonly [type in DocumentType]: string } = {
  gasto: 'Pedido de Pago',
  emision: 'Pedido de Emisión',
}

export const statusLabel: { readonly [status in DocumentStatus]: string } = {
  pending: 'Pendiente',
  approved: 'Aprobado',
  paid: 'Pagado',
  rejected: 'Rechazado',
}

/** Names of the states in the filter of a list. */
export const stateLabel: { readonly [state in DocumentState]: string } = {
  in_approval: 'En aprobación',
  returned: 'Devueltos',
  blocked: 'Bloqueados',
  approved: 'Por confirmar',
  execution_rejected: 'Ejecución rechazada',
  executed: 'Ejecutados',
  rejected: 'Rechazados',
  cancelled: 'Anulados',
}

/** Note added to the status where the state says more. */
export const stateNote: { readonly [state in DocumentState]: string | null } = {
  in_approval: null,
  returned: 'Devuelto',
  blocked: 'Bloqueado',
  approved: null,
  execution_rejected: 'Ejecución rechazada',
  executed: null,
  rejected: null,
  cancelled: 'Anulado',
}

type Situation = {
  readonly state: DocumentState
  readonly receipt: Receipt | null
  readonly paymentBatchId: string | null
  readonly payments?: { readonly count: number; readonly made: number } | null
}

/** Note with what became of the payment: 'En remesa R-001', 'En disputa'. */
export function situationText({ state, receipt, paymentBatchId, payments = null }: Situation): string | null {
  if (receipt === 'disputed') return 'En disputa'
  const partly = partlyPaidText(payments)
  if (partly !== null && paymentBatchId === null)
    return state === 'approved' ? partly : [stateNote[state], partly].filter(Boolean).join(' · ')
  return state === 'approved' && paymentBatchId !== null ? `En remesa ${paymentBatchId}` : stateNote[state]
}

export const blockCauseLabel = {
  budget: 'sin presupuesto disponible',
  no_approver: 'nadie puede aprobarlo',
  contract_inactive: 'el contrato no admite pedidos',
} as const

const words: RefusalWords<DocumentRefusal> = {
  forbidden: 'No tienes permiso para hacer esto con el pedido.',
  not_found: 'El pedido no existe o no tienes acceso.',
  company_suspended: 'La empresa está suspendida: puede consultar y decidir lo abierto, pero no crear.',
  plan_limit: companyWords,
  project_inactive: 'El proyecto está inactivo.',
  provider_inactive: 'El proveedor no existe o está inactivo.',
  provider_not_of_client: 'El proveedor no está asignado al cliente del proyecto.',
  contract_not_of_project: 'El contrato elegido no es de este proyecto.',
  contract_not_of_provider:
    'Un contrato de proveedor solo paga a su proveedor: elige otro contrato del proyecto, u otro proveedor.',
  file_not_yours: 'Algún adjunto no existe o no es tuyo. Vuelve a subirlo.',
  possible_duplicate: ({ facts }) =>
    facts?.count === 1
      ? 'Ya hay un pedido que se parece a este. Explica por qué no es un duplicado.'
      : `Ya hay ${facts?.count} pedidos que se parecen a este. Explica por qué no es un duplicado.`,
  stale_revision: 'El pedido ha cambiado desde que lo abriste. Revísalo de nuevo.',
  not_returned: 'Solo se puede corregir un pedido devuelto.',
  already_decided: 'Ya hay decisiones sobre este pedido.',
  not_approved: 'Solo se puede anular un pedido aprobado y sin ejecutar.',
  in_payment_batch: ({ facts }) =>
    `El pedido está en la remesa ${facts?.batch}: para anularlo, anula antes la remesa.`,
  wrong_state: 'El pedido ya no está en aprobación.',
}

export const documentWords = refusalTexts(words)
export const documentAbility = abilityWith(documentWords)

/** File name of an exported list of orders. */
export function listName({ type, projectId, contractId }: Listed): string {
  const kind = type === undefined ? 'Documentos' : lists[type]
  return [kind, projectId, contractId].filter(word => word !== undefined).join(' ')
}

type Listed = {
  readonly type?: DocumentType | undefined
  readonly projectId?: string | undefined
  readonly contractId?: string | undefined
}

const lists = { gasto: 'Pedidos de pago', emision: 'Pedidos de emisión' } as const
