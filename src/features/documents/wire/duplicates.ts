import { z } from 'zod'
import { InvoiceNumberWire } from '#features/documents/wire/invoice.ts'
import { DocumentId, DocumentStateWire, DocumentTypeWire } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { AmountMinorWire, CurrencyWire, InstantWire, MoneyWire } from '#kernel/wire.ts'

/** Order that another one may repeat, with their likenesses. */
export const DuplicateWire = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  amount: MoneyWire,
  state: DocumentStateWire,
  invoiceNumber: z.string().nullable(),
  submittedAt: InstantWire,
  likenesses: z.array(z.enum(['invoice', 'amount'])),
})
export type DuplicateWire = z.infer<typeof DuplicateWire>

export const DuplicatesWire = z.object({
  /** Duplicates that the person sees, newest first, twenty at most. */
  items: z.array(DuplicateWire),
  /** Number of further duplicates of the same client, in projects that the person does not see. */
  hidden: z.int(),
})
export type DuplicatesWire = z.infer<typeof DuplicatesWire>

export const possibleDuplicates = endpoint({
  id: 'possibleDuplicates',
  method: 'GET',
  path: '/api/documents/possible-duplicates',
  summary: 'Orders that the one being written may repeat; what is not known yet is left out.',
  query: z.object({
    projectId: ProjectId.optional(),
    type: DocumentTypeWire.optional(),
    providerId: displayIdWire('PRV').optional(),
    amountMinor: AmountMinorWire.optional(),
    currency: CurrencyWire.optional(),
    invoiceNumber: InvoiceNumberWire,
    /** Order under correction: it does not repeat itself. */
    documentId: DocumentId.optional(),
  }),
  response: DuplicatesWire,
})
