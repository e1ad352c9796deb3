/** Wire of a received credit note: the orders that it may reduce, and the credit note that it becomes. */
import { z } from 'zod'
import { CreditNoteContentWire } from '#features/approvals/wire/credit-notes.ts'
import { submitRefusals } from '#features/approvals/wire/submit.ts'
import { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import { SubmittedWire } from '#features/documents/wire.ts'
import { InvoiceRevisionWire, ReceivedParams, settling } from '#features/invoices/wire/tray.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { CurrencyWire, DayWire, MoneyWire } from '#kernel/wire.ts'

export const CreditableWire = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  invoiceNumber: z.string().nullable(),
  invoiceDate: DayWire.nullable(),
  amount: MoneyWire,
  /** Rest of it beside its credit notes. */
  left: MoneyWire,
  /** True when the file names its invoice. */
  isNamed: z.boolean(),
})
export type CreditableWire = z.infer<typeof CreditableWire>

export const ProposedCreditNoteWire = z.object({
  name: z.string(),
  invoiceNumber: z.string().nullable(),
  invoiceDate: DayWire.nullable(),
  amountMinor: z.string(),
  currency: CurrencyWire,
  breakdown: ReadBreakdownWire.nullable(),
})
export type ProposedCreditNoteWire = z.infer<typeof ProposedCreditNoteWire>

export const listCredited = endpoint({
  id: 'listCredited',
  method: 'GET',
  path: '/api/received-invoices/:receivedId/credited',
  summary:
    'Orders of its issuer that a received credit note may reduce, those whose invoice it names first, and the credit note that it proposes.',
  params: ReceivedParams,
  response: z.object({
    /** Null when the file says no amount, or could not be read. */
    creditNote: ProposedCreditNoteWire.nullable(),
    items: z.array(CreditableWire),
  }),
})

export const creditInvoice = endpoint({
  id: 'creditInvoice',
  method: 'POST',
  path: '/api/received-invoices/:receivedId/credit-note',
  summary:
    'Makes a credit note of an order from a received one, with its file attached; it is settled by it, once.',
  params: ReceivedParams,
  body: CreditNoteContentWire.safeExtend({
    /** Order that it reduces. */
    creditedId: displayIdWire('DOC'),
    invoiceRevision: InvoiceRevisionWire,
  }),
  response: SubmittedWire,
  refusals: [
    ...settling,
    'still_waiting',
    'reduces_nothing',
    'other_client',
    'other_issuer',
    'stale_revision',
    'credits_credit_note',
    'not_creditable',
    ...submitRefusals.filter(kind => kind !== 'company_suspended'),
  ],
  idempotent: true,
})
