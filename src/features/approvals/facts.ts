import type { Decision } from '#features/approvals/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { content, defineFacts, type StoredContent } from '#kernel/fact.ts'

type Decided = {
  readonly state: DocumentState
  readonly decision: Decision
  readonly revision: number
  readonly approved: number
  readonly total: number
  readonly seatId: string
  readonly byName: string
  /** Digest of the content on which the person decided. */
  readonly content: string | null
  /** Only the budget owners' stage, when this decision opened it. */
  readonly stages: readonly string[]
  /** The turn that this decision opened; null when it opened none. */
  readonly openedTurn: number | null
}

type Undone = {
  readonly state: DocumentState
  readonly revision: number
  readonly stage: number
  readonly approved: number
  readonly total: number
}

/** A seat's holder; the name is null for somebody who has left the company. */
type Holder = { readonly approverId: string; readonly approver: string | null }

const decisions = new Map([
  ['approve', 'Aprobación dada'],
  ['reject', 'Pedido rechazado'],
  ['return', 'Pedido devuelto para cambios'],
])

export const approvalFact = defineFacts({
  'approval.decided': {
    object: 'document',
    sentence: (after: StoredContent) => decisions.get(String(after?.decision)) ?? 'Decisión sobre un pedido',
    content: content<{ before: { state: DocumentState }; after: Decided }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'approval.undone': {
    object: 'document',
    sentence: 'Aprobación deshecha',
    content: content<{ after: Undone }>(),
    subscribers: ['live'],
  },
  'approval.taken_back': {
    object: 'document',
    sentence: 'Última aprobación deshecha',
    content: content<{ before: { state: DocumentState }; after: Undone }>(),
    subscribers: ['notices', 'live'],
  },
  'approval.reassigned': {
    object: 'document',
    sentence: (after: StoredContent) =>
      typeof after?.approver === 'string'
        ? `Aprobación reasignada a ${after.approver}`
        : 'Aprobación reasignada a otra persona',
    // `isOpen`: the new holder is asked now, because it is the turn of their stage.
    content: content<{
      before: Holder
      after: Holder & { revision: number; stage: number; isOpen: boolean }
    }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'approval.dropped': {
    object: 'document',
    sentence: 'Aprobación que ya no se pide',
    content: content<{ before: Holder; after: { revision: number } }>(),
    subscribers: ['live'],
  },
})
