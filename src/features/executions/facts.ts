/**
 * Facts of executions, receipts and batches of payments. Facts of an order's execution have notices, because
 * somebody waits for them, and mails to whoever asked for the order and to the provider that is paid. Of a batch, the notices tell who may release it that it waits, and its maker that it was
 * released; the rest is told by the facts of its orders.
 */
import type { DocumentState } from '#features/documents/rules.ts'
import type { reviewSnapshot } from '#features/executions/rules/release.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { content, defineFacts } from '#kernel/fact.ts'

type State = { readonly state: DocumentState }
type Confirmed = State & {
  /** Day of the bank (`yyyy-mm-dd`). */
  readonly executedOn: string
  /** Reference of the transfer or of the invoice issued, as the person wrote it. */
  readonly reference: string
  readonly proofFileId: string | null
  /** SHA-256 of the proof's file. */
  readonly proof: string | null
  /** SHA-256 of the order's content that was executed; null when the order has none. */
  readonly content: string | null
  /** Of an order of several payments: which one was made, and of how many. */
  readonly payment?: number
  readonly payments?: number
  /** Batch in which it was netted, and with what: credit notes of a payment, or the order that a credit note reduced. */
  readonly batchId?: string
  readonly creditNoteIds?: readonly string[]
  /** Digits of minor units that credit notes took of the payment. */
  readonly nettedMinor?: string
  readonly reduces?: string
  /** Step by which the person confirmed who they are; absent where the amount asked for none. */
  readonly confirmedBy?: ConfirmingStep
}
type CameBack = State & {
  readonly payment: number
  /** Number of times that this payment was made until then. */
  readonly attempt: number
  /** Day on which the bank returned it (`yyyy-mm-dd`). */
  readonly returnedOn: string
}
/** State of the receipt before and after; the cause is the reason of a dispute. */
type Receipt = {
  before: { readonly receipt: string | null }
  after: { readonly receipt: string | null; readonly cause: string | null }
}
/** The batch that the order lives in, null outside any; with what it is netted there. */
type InBatch = {
  readonly batchId: string | null
  readonly creditNoteIds?: readonly string[]
  readonly reduces?: string
}

export const executionFact = defineFacts({
  'execution.confirmed': {
    object: 'document',
    sentence: 'Ejecución confirmada',
    content: content<{ before: State; after: Confirmed }>(),
    subscribers: ['notices', 'live', 'outcomes', 'remittances'],
  },
  'execution.payment_returned': {
    object: 'document',
    sentence: 'Pago devuelto por el banco',
    content: content<{ before: State; after: CameBack }>(),
    subscribers: ['notices', 'live', 'outcomes', 'remittances'],
  },
  'execution.credit_reopened': {
    object: 'document',
    sentence: 'Abono pendiente de nuevo: el pago en el que se compensó ha vuelto del banco',
    content: content<{ before: State; after: CameBack & { readonly reduces: string } }>(),
    subscribers: ['live'],
  },
  'execution.rejected': {
    object: 'document',
    sentence: 'Ejecución rechazada',
    content: content<{ before: State; after: State }>(),
    subscribers: ['notices', 'live', 'outcomes'],
  },
  'execution.retried': {
    object: 'document',
    sentence: 'Ejecución reintentada',
    content: content<{ before: State; after: State }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'execution.received': {
    object: 'document',
    sentence: 'Recepción confirmada',
    content: content<Receipt>(),
    subscribers: ['notices', 'live'],
  },
  'execution.disputed': {
    object: 'document',
    sentence: 'Ejecución en disputa',
    content: content<Receipt>(),
    subscribers: ['notices', 'live', 'outcomes'],
  },
  'execution.dispute_resolved': {
    object: 'document',
    sentence: 'Disputa resuelta',
    content: content<Receipt>(),
    subscribers: ['notices', 'live'],
  },
  'document.delivered': {
    object: 'document',
    sentence: 'Factura o certificado enviado por el proveedor',
    content: content<{ after: { fileIds: readonly string[]; files: readonly string[] } }>(),
    subscribers: ['notices', 'live'],
  },
  'execution.batched': {
    object: 'document',
    sentence: 'Pedido incluido en una remesa',
    content: content<{ after: InBatch }>(),
    subscribers: ['live'],
  },
  'execution.unbatched': {
    object: 'document',
    sentence: 'Pedido fuera de su remesa',
    content: content<{ before: InBatch; after: InBatch }>(),
    subscribers: ['live'],
  },
})

/** Orders that it pays; credit notes that it nets, each with the order whose payment it reduces and by how much. */
type Orders = { readonly documentIds: readonly string[]; readonly creditNotes?: readonly string[] }
/**
 * Review of the batch as it was seen: number and sum of its orders, providers whose account changed, first payments.
 */
type Seen = ReturnType<typeof reviewSnapshot>

/** Facts of batches of payments. */
export const batchFact = defineFacts({
  'batch.created': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA creada',
    content: content<{
      after: Orders & {
        /** References by which the bank names each payment, in the order of `documentIds`. */
        endToEndIds: readonly string[]
        /** Day for which the bank is asked (`yyyy-mm-dd`). */
        payOn: string
        /** Digest of the file for the bank. */
        sha256: string
        /** Sum of the transfers: digits of minor units, in euros. */
        amountMinor: string
        /** True when a second person releases it before its file leaves. */
        needsRelease: boolean
        /** Review as it was when the batch was made. */
        review: Seen
      }
    }>(),
    subscribers: ['notices'],
  },
  'batch.released': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA liberada',
    content: content<{
      after: Seen & {
        /** Digest of the file for the bank. */
        sha256: string
        /** User id of who made it. */
        madeBy: string
        confirmedBy?: ConfirmingStep
      }
    }>(),
    subscribers: ['notices'],
  },
  'batch.downloaded': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA descargada',
    content: content<{ after: { sha256: string; confirmedBy?: ConfirmingStep } }>(),
  },
  'batch.confirmed': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA confirmada',
    content: content<{ after: Orders & { executedOn: string; reference: string } }>(),
  },
  'batch.cancelled': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA anulada',
    content: content<{ before: Orders; after: Orders }>(),
  },
})
