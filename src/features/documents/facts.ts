/**
 * Facts of orders (documents), and of exports of lists. Whoever has to act on a sent order hears by bell and mail; one
 * withdrawn by its requester only refreshes open screens. An export has no subscribers: it changes nothing.
 */
import type { BlockCause, DocumentState } from '#features/documents/rules.ts'
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

/** An order's whole content, and the state in which it was sent. */
export type SentDocument = Snapshot & { readonly state: DocumentState; readonly revision: number }
/** State and, of a blocked order, the cause. */
type Blocked = { readonly state: DocumentState; readonly cause: BlockCause | null }
/** `revision`, `stages` and `deputies` (as `routeLines` writes them): when the route was planned anew. */
type Moved = Blocked & {
  readonly revision?: number
  readonly stages?: readonly string[]
  readonly deputies?: readonly string[]
}
type Released = {
  before: { readonly state: DocumentState }
  after: { readonly state: DocumentState; readonly revision: number }
}

export const documentFact = defineFacts({
  'document.submitted': {
    object: 'document',
    sentence: 'Pedido enviado a aprobación',
    content: content<{ after: SentDocument }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'document.resubmitted': {
    object: 'document',
    sentence: 'Pedido corregido y reenviado',
    content: content<{ before: Snapshot; after: SentDocument }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'document.withdrawn': {
    object: 'document',
    sentence: 'Pedido retirado',
    content: content<Released>(),
    subscribers: ['live'],
  },
  'document.sent_back': {
    object: 'document',
    sentence: 'Pedido devuelto por el sistema',
    content: content<Released>(),
    subscribers: ['notices', 'live', 'outcomes'],
  },
  'document.cancelled': {
    object: 'document',
    sentence: 'Pedido anulado',
    content: content<Released>(),
    subscribers: ['notices', 'live'],
  },
  'document.credited': {
    object: 'document',
    sentence: 'Pedido abonado',
    content: content<{ after: { readonly creditNoteId: string; readonly amount: Snapshot[string] } }>(),
    subscribers: ['live'],
  },
  'document.credit_reopened': {
    object: 'document',
    sentence: 'Abono del pedido pendiente de nuevo: ha vuelto el pago en el que se compensó',
    content: content<{ after: { readonly creditNoteId: string; readonly amount: Snapshot[string] } }>(),
    subscribers: ['live'],
  },
  'document.blocked': {
    object: 'document',
    sentence: 'Pedido bloqueado',
    content: content<{ before: Blocked; after: Moved }>(),
    subscribers: ['notices', 'live'],
  },
  'document.unblocked': {
    object: 'document',
    sentence: 'Pedido desbloqueado',
    content: content<{ before: Blocked; after: Moved }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'documents.exported': {
    object: 'company',
    sentence: 'Lista de pedidos exportada',
    content: content<{ after: Snapshot }>(),
  },
  'projects.exported': {
    object: 'company',
    sentence: 'Lista de proyectos exportada',
    content: content<{ after: Snapshot }>(),
  },
})
