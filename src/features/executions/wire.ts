import { z } from 'zod'
import {
  AttachmentWire,
  DocumentParams,
  DocumentRowWire,
  DocumentStateWire,
  DocumentStatusWire,
  DocumentTypeWire,
  RevisionWire,
} from '#features/documents/wire.ts'
import { ReceiptWire } from '#features/executions/wire/receipt.ts'
import { PayeeCheckWire } from '#features/providers/wire/payee-check.ts'
import { SharedAccountWire } from '#features/providers/wire/shared-account.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  AbilityWire,
  DayWire,
  InstantWire,
  lineWire,
  MoneyWire,
  SumWire,
  textWire,
  UuidWire,
} from '#kernel/wire.ts'

export const ExecutionWire = z.object({
  /** Executor; null for a provider, who never learns who approves or pays. */
  executedById: z.string().nullable(),
  executedByName: z.string().nullable(),
  /** The person in whose place it was done; null for nobody. */
  executedForName: z.string().nullable().default(null),
  executedOn: z.string(),
  reference: z.string(),
  comment: z.string().nullable(),
  confirmedAt: InstantWire,
  proof: AttachmentWire.nullable(),
  proofSha256: z.string().nullable(),
  /** Other orders of the company whose proof is the same file. */
  proofAlsoIn: z.array(z.object({ documentId: z.string(), projectId: z.string() })),
})

/** A file that the order's provider sent once it was approved. */
export const DeliveryWire = AttachmentWire.extend({ note: z.string().nullable(), at: InstantWire })
export type DeliveryWire = z.infer<typeof DeliveryWire>

/** Payee of a payment, with the whole account of the approved revision. */
export const PayeeWire = z.object({
  holder: z.string(),
  /** Account without spaces; null when the order was approved without one. */
  account: z.string().nullable(),
  bic: z.string().nullable(),
  /** Text of the transfer, in letters that every bank takes. */
  concept: z.string(),
  /** Days since the provider's bank account changed, if recently. */
  changedDays: z.int().nullable(),
  /** True when the provider's account is another one by now. */
  isFormer: z.boolean(),
  /** Day from which the provider's payments enter batches again, after its account has changed; null when they do. */
  coolsUntil: z.string().nullable().default(null),
  /** Latest answer of the bank about the holder of the account. */
  payeeCheck: PayeeCheckWire.nullable().default(null),
  sharedAccount: SharedAccountWire,
})
export type PayeeWire = z.infer<typeof PayeeWire>

export const ExecutionStatusWire = z.object({
  execution: ExecutionWire.nullable(),
  /** Planned payments, by number; none for an order that plans none. */
  payments: z.array(z.object({ number: z.int(), dueOn: z.string(), amount: MoneyWire, isPaid: z.boolean() })),
  /** Payments that were made, oldest first, with those that came back. */
  made: z.array(
    z.object({
      payment: z.int(),
      /** Number of times that this payment was made until then. */
      attempt: z.int(),
      amount: MoneyWire,
      executedOn: z.string(),
      reference: z.string(),
      executedByName: z.string().nullable(),
      /** The person in whose place it was done; null for nobody. */
      executedForName: z.string().nullable().default(null),
      returned: z
        .object({ on: z.string(), reason: z.string(), byName: z.string().nullable(), at: InstantWire })
        .nullable(),
    }),
  ),
  /** Nettings of the order in batches: of its payments with credit notes, or of the credit note that it is. */
  netted: z
    .array(
      z.object({
        /** The other order: a credit note, or the order whose payment this credit note reduces. */
        documentId: z.string(),
        /** Project of the other order; null for whoever does not see that order. */
        projectId: z.string().nullable(),
        /** True when the other order is a credit note. */
        isCreditNote: z.boolean(),
        /** Number of the payment that is reduced. */
        payment: z.int(),
        /** Amount of the credit note. */
        amount: MoneyWire,
        /** Amount of the payment's transfer, without its credit notes. */
        transferred: MoneyWire,
      }),
    )
    .default([]),
  /** Last rejection of the execution, until the order is put back in the queue. */
  rejection: z.object({ reason: z.string(), byName: z.string().nullable(), at: InstantWire }).nullable(),
  /** Deliveries, oldest first. */
  deliveries: z.array(DeliveryWire),
  proofRequired: z.boolean(),
  /** Day of the approval; an earlier execution date needs a reason. */
  approvedOn: z.string().nullable(),
  /** Receipt; null before the execution. */
  receipt: ReceiptWire.nullable(),
  /** Name of the person in whose place the reader would execute; null for their own. */
  onBehalfOf: z.string().nullable().default(null),
  /** Payee; null for everybody who may not confirm the payment now. */
  payee: PayeeWire.nullable(),
  can: z.object({
    confirm: AbilityWire,
    reject: AbilityWire,
    retry: AbilityWire,
    deliver: AbilityWire,
    /** Recording that a payment that was made came back. */
    giveBack: AbilityWire,
  }),
})
export type ExecutionStatusWire = z.infer<typeof ExecutionStatusWire>

const ExecutedWire = z.object({ id: z.string(), state: DocumentStateWire })

export const executionQueue = endpoint({
  id: 'executionQueue',
  method: 'GET',
  path: '/api/executions/pending',
  summary: 'Approved orders that this person executes, oldest first: at most 200, and whether there is more.',
  response: z.object({
    items: z.array(
      z.object({
        document: DocumentRowWire,
        /** Number of the payment that is made next, and what it pays. */
        payment: z.int(),
        payable: MoneyWire,
        approvedDays: z.int(),
      }),
    ),
    hasMore: z.boolean(),
    proofRequired: z.boolean(),
  }),
})

export const ordersStatement = endpoint({
  id: 'ordersStatement',
  method: 'GET',
  path: '/api/executions/statement',
  summary: 'What the orders this person sees add up to, the next to be issued, and the last that were paid.',
  response: z.object({
    /** Sums by type, status and currency. */
    totals: z.array(
      z.object({
        type: DocumentTypeWire,
        status: DocumentStatusWire,
        count: z.int(),
        amount: SumWire,
      }),
    ),
    /** Approved orders that wait to be issued, oldest first. */
    toIssue: z.array(DocumentRowWire),
    /** Paid orders, last paid first. */
    paid: z.array(z.object({ document: DocumentRowWire, executedOn: z.string(), reference: z.string() })),
  }),
})
export type StatementWire = z.infer<(typeof ordersStatement)['response']>

export const getExecution = endpoint({
  id: 'getExecution',
  method: 'GET',
  path: '/api/documents/:documentId/execution',
  summary: 'The order’s execution, if any, and what this person may do about it.',
  params: DocumentParams,
  response: ExecutionStatusWire,
})

export const confirmExecution = endpoint({
  id: 'confirmExecution',
  method: 'POST',
  path: '/api/documents/:documentId/execution',
  summary: 'Confirms that the payment was made or the invoice issued.',
  params: DocumentParams,
  body: z.object({
    revision: RevisionWire,
    executedOn: DayWire,
    reference: lineWire(120, 'Referencia requerida'),
    comment: textWire(2000),
    proofFileId: UuidWire.nullish(),
    /** Number of the payment that was made; required of an order of several. */
    payment: z.int().min(1).max(24).nullish(),
  }),
  response: ExecutedWire,
  refusals: [
    'untrusted_account',
    'more_than_paid',
    'already_executed',
    'not_approved',
    'own_document',
    'approver_cannot_execute',
    'proof_required',
    'executed_in_future',
    'executed_before_approval',
    'provider_off',
    'file_not_yours',
    'in_payment_batch',
    'unknown_payment',
    'payment_made',
    'stale_revision',
  ],
  idempotent: true,
})

export const rejectExecution = endpoint({
  id: 'rejectExecution',
  method: 'POST',
  path: '/api/documents/:documentId/execution/rejection',
  summary: 'Says why an approved order could not be executed.',
  params: DocumentParams,
  body: z.object({ revision: RevisionWire, reason: textWire(2000).pipe(z.string('Indica el motivo')) }),
  response: ExecutedWire,
  refusals: [
    'untrusted_account',
    'already_executed',
    'not_approved',
    'own_document',
    'approver_cannot_execute',
    'in_payment_batch',
    'stale_revision',
  ],
  idempotent: true,
})

export const retryExecution = endpoint({
  id: 'retryExecution',
  method: 'POST',
  path: '/api/documents/:documentId/execution/retry',
  summary: 'Puts an order whose execution was rejected back in the queue.',
  params: DocumentParams,
  body: z.object({ revision: RevisionWire }),
  response: ExecutedWire,
  refusals: ['not_rejected', 'stale_revision'],
  idempotent: true,
})

export const deliverFiles = endpoint({
  id: 'deliverFiles',
  method: 'POST',
  path: '/api/documents/:documentId/deliveries',
  summary: 'The order’s provider sends its invoice or certificate.',
  params: DocumentParams,
  body: z.object({
    fileIds: z.array(UuidWire).min(1, 'Elige al menos un archivo').max(10, 'Máximo 10 archivos cada vez'),
    note: textWire(500),
  }),
  response: z.object({ delivered: z.int() }),
  refusals: ['not_its_provider', 'not_approved', 'file_not_yours', 'too_many_deliveries'],
  idempotent: true,
})
