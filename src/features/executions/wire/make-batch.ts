/** Wire of a batch that is made: what may be chosen for it, and what was. */
import { z } from 'zod'
import { DocumentId, DocumentRowWire } from '#features/documents/wire.ts'
import { maxDocuments } from '#features/executions/rules/batch.ts'
import { BatchIdWire, FormatWire } from '#features/executions/wire/batches.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, DayWire, MoneyWire, textWire } from '#kernel/wire.ts'

export const CandidateWire = z.object({
  document: DocumentRowWire,
  clientId: z.string(),
  /** Number of the payment that is made next, and what it pays. */
  payment: z.int(),
  payable: MoneyWire,
  /** Last characters of the account in the approved revision. */
  account: z.string().nullable(),
  /** True when the provider's account has changed since the order was approved. */
  accountChanged: z.boolean(),
  /** True when another active provider has the account; always false for people of clients and providers. */
  isAccountShared: z.boolean().default(false),
  can: AbilityWire,
})
export type CandidateWire = z.infer<typeof CandidateWire>

/** Credit note that waits, and may reduce the transfer of a payment to the same provider for the same client. */
export const CreditNoteCandidateWire = z.object({
  document: DocumentRowWire,
  clientId: z.string(),
  /** Amount by which it reduces a transfer. */
  amount: MoneyWire,
  /** Amount that it gives back to the contract. */
  charge: MoneyWire,
  /** Charge that was paid of its order: more than that is only given back with a payment of that order itself. */
  kept: MoneyWire,
  can: AbilityWire,
})
export type CreditNoteCandidateWire = z.infer<typeof CreditNoteCandidateWire>

export const paymentCandidates = endpoint({
  id: 'paymentCandidates',
  method: 'GET',
  path: '/api/payment-batches/candidates',
  summary:
    'Approved payments that this person executes and no batch holds, oldest first, and on which days banks pay.',
  query: z.object({
    /** Orders that come before the others, separated by commas. */
    orders: z
      .string()
      .max(8000)
      .regex(/^DOC-\d{3,9}(,DOC-\d{3,9})*$/, 'Pedidos separados por comas')
      .optional(),
  }),
  response: z.object({
    items: z.array(CandidateWire),
    /** True when more wait than one batch takes: the oldest are offered. */
    hasMore: z.boolean().default(false),
    /** Credit notes of the providers of these payments. */
    creditNotes: z.array(CreditNoteCandidateWire).default([]),
    /** Last characters of the company's account; null when none is set. */
    companyAccount: z.string().nullable(),
    today: z.string(),
    /** Default payment day: the first business day of the banks from today on. */
    payOn: z.string(),
  }),
})

export const NettingPairWire = z.object({
  /** Credit note; what comes back by it reduces the transfer. */
  creditNoteId: DocumentId,
  /** Order of the batch whose payment it reduces. */
  documentId: DocumentId,
})

export const makePaymentBatch = endpoint({
  id: 'makePaymentBatch',
  method: 'POST',
  path: '/api/payment-batches',
  summary: 'Makes one SEPA file of approved payments: all of them or none. Each lives in one batch at most.',
  body: z.object({
    documentIds: z
      .array(DocumentId)
      .min(1, 'Elige al menos un pedido')
      .max(maxDocuments, `Máximo ${maxDocuments} pedidos en una remesa`),
    /** Credit notes that are netted, each with the order whose payment it reduces. */
    creditNotes: z
      .array(NettingPairWire)
      .max(maxDocuments, `Máximo ${maxDocuments} abonos en una remesa`)
      .default([]),
    payOn: DayWire,
    format: FormatWire.default('pain.001.001.09'),
    /** Reason, required when a provider was deactivated. */
    reason: textWire(2000),
  }),
  response: BatchIdWire,
  refusals: [
    'not_found',
    'already_executed',
    'not_approved',
    'own_document',
    'approver_cannot_execute',
    'in_payment_batch',
    'sample_company',
    'not_a_payment',
    'not_euros',
    'no_account',
    'account_not_sepa',
    'amount_too_large',
    'name_not_latin',
    'company_name_not_latin',
    'bic_required',
    'provider_off',
    'bank_cool_off',
    'no_company_account',
    'pay_on_past',
    'pay_on_closed',
    'pay_on_too_far',
    'several_principals',
    'not_a_credit_note',
    'credit_note_twice',
    'credit_note_alone',
    'other_payee',
    'nothing_to_transfer',
    'credits_unpaid',
  ],
  idempotent: true,
})
