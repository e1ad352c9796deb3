import { z } from 'zod'
import { NamedCentreWire } from '#features/cost-centres/wire.ts'
import { countedBy, documentList } from '#features/documents/list.ts'
import { documentStates, documentStatuses, documentTypes, receipts } from '#features/documents/rules.ts'
import { CountsWire } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { exportBody, filterQuery, listQuery } from '#kernel/list-wire.ts'
import { ExportedWire, InstantWire, MoneyWire, SumWire } from '#kernel/wire.ts'

export const DocumentId = displayIdWire('DOC')
export const DocumentParams = z.object({ documentId: DocumentId })
export const DocumentTypeWire = z.enum(documentTypes)
export const DocumentStateWire = z.enum(documentStates)
export const DocumentStatusWire = z.enum(documentStatuses)
export const ReceiptAnswer = z.enum(receipts)
export const RevisionWire = z.int().min(1).max(100_000)

export const ApprovalsWire = z.object({
  total: z.int(),
  approved: z.int(),
  rejected: z.int(),
  pending: z.int(),
})

export const DocumentRowWire = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  name: z.string(),
  type: DocumentTypeWire,
  providerId: z.string(),
  providerName: z.string(),
  amount: MoneyWire,
  /** Amount that is paid; null for an order without a breakdown, of which that is `amount`. */
  payable: MoneyWire.nullable(),
  state: DocumentStateWire,
  blockCause: z.enum(['budget', 'no_approver', 'contract_inactive']).nullable(),
  status: DocumentStatusWire,
  revision: z.int(),
  approvals: ApprovalsWire,
  createdById: z.string(),
  createdByName: z.string(),
  createdAt: InstantWire,
  updatedAt: InstantWire,
  /** Latest answer of the recipient of an executed order. */
  receipt: ReceiptAnswer.nullable(),
  /** Batch of payments that contains the order; null outside one. */
  paymentBatchId: z.string().nullable(),
  /** Number of its payments and of those made; null of an order that is paid once. */
  payments: z.object({ count: z.int(), made: z.int() }).nullable(),
  /** Day on which its next payment is due; once all are made, of the last. */
  dueOn: z.string().nullable(),
  /** Order that it reduces, of a credit note; null for every other order. */
  creditedId: z.string().nullable().default(null),
  /** True when its provider has been deactivated since the order was made. */
  providerOff: z.boolean(),
})
export type DocumentRowWire = z.infer<typeof DocumentRowWire>

/** Row of a list of orders, with what its columns can show besides. */
export const ListedDocumentWire = DocumentRowWire.extend({
  clientName: z.string(),
  invoiceNumber: z.string().nullable(),
  approvedAt: InstantWire.nullable(),
  executedOn: z.string().nullable(),
  /** True when an administrator forced its decision; always false for a provider. */
  isForced: z.boolean().default(false),
  /** Cost centre that it is charged to; null for none, and for whoever may not know it. */
  costCentre: NamedCentreWire.nullable().default(null),
})
export type ListedDocumentWire = z.infer<typeof ListedDocumentWire>

export const AttachmentWire = z.object({
  fileId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.int(),
})
export type AttachmentWire = z.infer<typeof AttachmentWire>

export const SubmittedWire = z.object({
  id: z.string(),
  projectId: z.string(),
  state: DocumentStateWire,
  blockCause: z.string().nullable(),
  revision: z.int(),
})

export const listDocuments = endpoint({
  id: 'listDocuments',
  method: 'GET',
  path: '/api/documents',
  summary:
    'Orders the person may see, newest first unless sorted, by keyset; each word of `q` is found in id, name, project, provider, contract, invoice or amount.',
  query: listQuery(documentList),
  response: z.object({ items: z.array(ListedDocumentWire), next: z.string().nullable() }),
})

export const exportDocuments = endpoint({
  id: 'exportDocuments',
  forReaders: true,
  method: 'POST',
  path: '/api/documents/exports',
  summary: 'An address that serves the orders of a list as a file, to this session and for a few minutes.',
  body: exportBody(documentList),
  response: ExportedWire,
  idempotent: true,
})

export const countDocuments = endpoint({
  id: 'countDocuments',
  method: 'GET',
  path: '/api/documents/counts',
  summary:
    'Orders per status and what they add up to in each currency, of all that the filters find; of a text that very many have, among the newest.',
  query: filterQuery(documentList, countedBy),
  response: CountsWire.extend({
    /** True when only the newest orders were looked at: there may be more with the text. */
    hasMore: z.boolean().default(false),
    totals: z.array(
      z.object({
        status: DocumentStatusWire,
        amount: SumWire,
        /** Part of the amount that is still to be paid or issued; null of what is over, and where it is not counted. */
        remaining: SumWire.nullable().default(null),
        /**
         * Payments and issues of these orders on the days of `executedFrom` and `executedTo`, and their sum; null without
         * these filters.
         */
        executed: z.object({ count: z.int(), amount: SumWire }).nullable().default(null),
      }),
    ),
  }),
})
