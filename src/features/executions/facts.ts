import type { DocumentState } from '#features/documents/rules.ts'
import { content, defineFacts } from '#kernel/fact.ts'

type State = { readonly state: DocumentState }
type Confirmed = State & {
  readonly executedOn: string
  readonly reference: string
  readonly proofFileId: string | null
  /** SHA-256 of the proof. */
  readonly proof: string | null
  /** Digest of the content that was executed. */
  readonly content: string | null
}
type Receipt = {
  before: { readonly receipt: string | null }
  after: { readonly receipt: string | null; readonly cause: string | null }
}
type InBatch = { readonly batchId: string | null }

export const executionFact = defineFacts({
  'execution.confirmed': {
    object: 'document',
    sentence: 'Ejecución confirmada',
    content: content<{ before: State; after: Confirmed }>(),
    subscribers: ['notices', 'live'],
  },
  'execution.rejected': {
    object: 'document',
    sentence: 'Ejecución rechazada',
    content: content<{ before: State; after: State }>(),
    subscribers: ['notices', 'live'],
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
    subscribers: ['notices', 'live'],
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

type Orders = { readonly documentIds: readonly string[] }

/** Facts of batches of payments. */
export const batchFact = defineFacts({
  'batch.created': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA creada',
    content: content<{
      after: Orders & {
        endToEndIds: readonly string[]
        payOn: string
        /** Of the file for the bank. */
        sha256: string
        amountMinor: string
      }
    }>(),
  },
  'batch.downloaded': {
    object: 'payment_batch',
    sentence: 'Remesa SEPA descargada',
    content: content<{ after: { sha256: string } }>(),
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
