import { z } from 'zod'
import { DocumentId, DocumentRowWire } from '#features/documents/wire.ts'
import { formats } from '#features/executions/rules/credit-transfer.ts'
import { confirmExecution } from '#features/executions/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { AbilityWire, InstantWire, MoneyWire, SumWire, textWire } from '#kernel/wire.ts'

const BatchParams = z.object({ batchId: displayIdWire('R') })

/** Content of a download link: a batch and the digest of its file. */
export const BatchLinkWire = BatchParams.extend({ sha256: z.string() })
export const FormatWire = z.enum(formats, { error: 'Elige un formato' })
const reason = textWire(2000).pipe(z.string('Indica el motivo'))
export const BatchIdWire = z.object({ id: z.string() })

export const BatchRowWire = z.object({
  id: z.string(),
  state: z.enum(['open', 'settled', 'cancelled']),
  payOn: z.string(),
  amount: SumWire,
  orders: z.int(),
  waiting: z.int(),
  executed: z.int(),
  returned: z.int(),
  isDownloaded: z.boolean(),
  /** Release by a second person; 'none' for a batch that waits for nobody. */
  release: z.enum(['none', 'pending', 'released']),
  madeByName: z.string(),
  /** The person in whose place it was made; null for nobody. */
  madeForName: z.string().nullable().default(null),
  madeAt: InstantWire,
})
export type BatchRowWire = z.infer<typeof BatchRowWire>

export const BatchDocumentWire = z.object({
  document: DocumentRowWire,
  creditorName: z.string(),
  /** Last characters of the account number. */
  account: z.string(),
  /** True when another active provider has the account; always false for people of clients and providers. */
  isAccountShared: z.boolean().default(false),
  endToEndId: z.string(),
  /** Number of the payment within the order, and what the bank transfers for it. */
  payment: z.int(),
  amount: MoneyWire,
  /** Credit notes that reduce the transfer; none for a payment that is transferred whole. */
  creditNotes: z
    .array(z.object({ id: z.string(), projectId: z.string(), name: z.string(), amount: MoneyWire }))
    .default([]),
  /** Amount before credit notes reduce it. */
  gross: MoneyWire,
  standing: z.enum(['waiting', 'executed', 'returned', 'released']),
})
export type BatchDocumentWire = z.infer<typeof BatchDocumentWire>

/** Journal entry of the batch, or of a payment that came back from it: action, person, time and reason. */
export const BatchEventWire = z.object({
  action: z.string(),
  /** Order whose payment came back; null for what is about the whole batch. */
  documentId: z.string().nullable().default(null),
  byName: z.string().nullable(),
  /** The person in whose place it was done; null for nobody. */
  forName: z.string().nullable().default(null),
  at: InstantWire,
  reason: z.string().nullable(),
})

const ProviderNameWire = z.object({ providerId: z.string(), name: z.string() })

/** Review of a batch before its file leaves. */
export const ReviewWire = z.object({
  orders: z.int(),
  amount: SumWire,
  /** Number of the credit notes that reduce its transfers, and their sum; null for none. */
  netted: z.object({ creditNotes: z.int(), amount: SumWire }).nullable().default(null),
  /** Providers whose account changed within the last 30 days, each with the day. */
  changedAccounts: z.array(ProviderNameWire.extend({ changedOn: z.string() })),
  firstPayments: z.array(ProviderNameWire),
  /** Providers whose account another active provider has too; none for people of clients. */
  sharedAccounts: z.array(ProviderNameWire).default([]),
  /** Version of all of it, which a release names. */
  version: z.string(),
})
export type ReviewWire = z.infer<typeof ReviewWire>

export const BatchWire = BatchRowWire.extend({
  format: FormatWire,
  sha256: z.string(),
  debtorName: z.string(),
  debtorAccount: z.string(),
  proofRequired: z.boolean(),
  /** Orders, in the file's sequence. */
  items: z.array(BatchDocumentWire),
  /** Journal entries, oldest first: the batch's own, and those of payments that came back. */
  events: z.array(BatchEventWire),
  /** Review by a second person; null for a batch that waits for nobody, or was cancelled before its release. */
  twoHands: z
    .object({
      review: ReviewWire,
      /** Who released it; null while it waits. */
      released: z
        .object({ byName: z.string(), forName: z.string().nullable().default(null), at: InstantWire })
        .nullable(),
      /** Names of people who could release it today; empty when nobody could. */
      releasers: z.array(z.string()),
    })
    .nullable(),
  can: z.object({
    release: AbilityWire,
    download: AbilityWire,
    confirm: AbilityWire,
    giveBack: AbilityWire,
    cancel: AbilityWire,
  }),
})
export type BatchWire = z.infer<typeof BatchWire>

export const listPaymentBatches = endpoint({
  id: 'listPaymentBatches',
  method: 'GET',
  path: '/api/payment-batches',
  summary: 'Batches of payments in whose projects this person executes (administrators: all), newest first.',
  query: z.object({
    /** Id of the last batch of the previous page. */
    after: displayIdWire('R').optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(BatchRowWire), next: z.string().nullable() }),
})

export const getPaymentBatch = endpoint({
  id: 'getPaymentBatch',
  method: 'GET',
  path: '/api/payment-batches/:batchId',
  summary: 'One batch with its orders, what was done with it and what this person may do.',
  params: BatchParams,
  response: BatchWire,
})

export const releasePaymentBatch = endpoint({
  id: 'releasePaymentBatch',
  method: 'POST',
  path: '/api/payment-batches/:batchId/release',
  summary:
    'A second person releases a batch that somebody else made, so that its file may leave. It names the version of the review that they saw.',
  params: BatchParams,
  body: z.object({ seen: z.string('Indica lo que has revisado').max(100) }),
  response: BatchIdWire,
  refusals: [
    'untrusted_account',
    'batch_cancelled',
    'release_not_needed',
    'already_released',
    'own_batch',
    'no_releaser',
    'wrote_in_batch',
    'decided_in_batch',
    'pay_day_passed',
    'stale_data',
  ],
  idempotent: true,
})

export const downloadPaymentBatch = endpoint({
  id: 'downloadPaymentBatch',
  method: 'POST',
  path: '/api/payment-batches/:batchId/downloads',
  summary: 'An address that serves the file, always the same bytes, to this session and for a few minutes.',
  params: BatchParams,
  response: z.object({ url: z.string(), sha256: z.string(), expiresInSeconds: z.int() }),
  refusals: ['untrusted_account', 'batch_cancelled', 'pay_day_passed', 'not_released'],
  idempotent: true,
})

export const confirmPaymentBatch = endpoint({
  id: 'confirmPaymentBatch',
  method: 'POST',
  path: '/api/payment-batches/:batchId/confirmation',
  summary: 'Confirms orders of a batch that the bank has paid, and says of each that it did or why not.',
  params: BatchParams,
  body: confirmExecution.body.omit({ revision: true }).extend({
    documentIds: z
      .array(DocumentId)
      .min(1, 'Elige al menos un pedido')
      .max(100, 'Máximo 100 pedidos cada vez'),
  }),
  response: z.object({ items: z.array(z.object({ documentId: z.string(), confirmed: AbilityWire })) }),
  refusals: ['batch_cancelled', 'batch_settled', 'not_downloaded'],
  idempotent: true,
})

export const giveBackPayment = endpoint({
  id: 'giveBackPayment',
  method: 'POST',
  path: '/api/payment-batches/:batchId/orders/:documentId/return',
  summary: 'The bank gave one payment back: it leaves the batch and its execution is rejected.',
  params: BatchParams.extend({ documentId: DocumentId }),
  body: z.object({ reason }),
  response: BatchIdWire,
  refusals: [
    'batch_cancelled',
    'batch_settled',
    'not_downloaded',
    'not_in_batch',
    'own_document',
    'approver_cannot_execute',
  ],
  idempotent: true,
})

export const cancelPaymentBatch = endpoint({
  id: 'cancelPaymentBatch',
  method: 'POST',
  path: '/api/payment-batches/:batchId/cancellation',
  summary:
    'Cancels a batch of which the bank has paid nothing: its orders are free again. Once its file was downloaded, a second person does.',
  params: BatchParams,
  body: z.object({ reason }),
  response: BatchIdWire,
  refusals: ['second_hand_missing', 'untrusted_account', 'batch_cancelled', 'batch_begun', 'own_download'],
  idempotent: true,
})
