/** Wire of received invoices: what a file says, what of it needs a look, and the order that it proposes. */
import { z } from 'zod'
import { PlannedPaymentsWire } from '#features/documents/wire/payments.ts'
import { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import { invoiceFields, signatureStates, sourceKinds } from '#features/invoices/rules/received.ts'
import { FindingWire } from '#features/invoices/wire/finding.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { CurrencyWire, DayWire, SumWire, UuidWire } from '#kernel/wire.ts'

const PartyWire = z.object({ name: z.string().nullable(), taxId: z.string().nullable() })

export const ReceivedInvoiceWire = z.object({
  source: z.enum(sourceKinds),
  /** Fields that were read from text and may be wrong. */
  proposed: z.array(z.enum(invoiceFields)),
  issuer: PartyWire,
  recipient: PartyWire,
  number: z.string().nullable(),
  issuedOn: DayWire.nullable(),
  total: SumWire.nullable(),
  /** Amount left to pay, as the file says it. */
  payable: SumWire.nullable(),
  breakdown: ReadBreakdownWire.nullable(),
  dues: z.array(z.object({ on: DayWire.nullable(), amount: SumWire.nullable() })),
  isCreditNote: z.boolean(),
  /** The first lines of the invoice; amounts without taxes. */
  lines: z.array(z.object({ description: z.string(), amount: SumWire.nullable() })),
  ibans: z.array(z.string()),
  signature: z.object({ state: z.enum(signatureStates), signer: z.string().nullable() }).nullable(),
  /** Findings for a person to look at, in Spanish; empty where it belongs to no project. */
  findings: z.array(FindingWire),
  /** Provider of the project's client that issued it, as its tax id says. */
  provider: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Null for a credit note, and where it belongs to no project. */
  order: z
    .object({
      name: z.string(),
      invoiceNumber: z.string().nullable(),
      invoiceDate: DayWire.nullable(),
      amountMinor: z.string().nullable(),
      currency: CurrencyWire,
      breakdown: ReadBreakdownWire.nullable(),
      payments: PlannedPaymentsWire.nullable(),
    })
    .nullable(),
})
export type ReceivedInvoiceWire = z.infer<typeof ReceivedInvoiceWire>

export const InvoiceReadingWire = z.object({
  /** True while the file is being read: ask again. */
  isComing: z.boolean(),
  /** Why it was not read; `isNoInvoice`: it may well be none. */
  unreadable: z.object({ kind: z.string(), text: z.string(), isNoInvoice: z.boolean() }).nullable(),
  invoice: ReceivedInvoiceWire.nullable(),
})
export type InvoiceReadingWire = z.infer<typeof InvoiceReadingWire>

export const readInvoiceFile = endpoint({
  id: 'readInvoiceFile',
  method: 'GET',
  path: '/api/files/:fileId/invoice',
  summary:
    'The invoice in a file (Facturae, UBL, CII, Factur-X, QR or text of a PDF), checked against a project, with the order that it proposes.',
  params: z.object({ fileId: UuidWire }),
  query: z.object({
    /** Project to pay it in; without one, that of the order that the file is attached to. */
    projectId: ProjectId.optional(),
  }),
  response: InvoiceReadingWire,
})
