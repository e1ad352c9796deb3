/** Wire of the invoices among an order's files. */
import { z } from 'zod'
import { DocumentParams } from '#features/documents/wire.ts'
import { sourceKinds } from '#features/invoices/rules/received.ts'
import { FindingWire } from '#features/invoices/wire/finding.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

export const getOrderInvoices = endpoint({
  id: 'getOrderInvoices',
  method: 'GET',
  path: '/api/documents/:documentId/invoices',
  summary:
    'What needs a look in the invoices among an order’s files, as they were read before, and why it was sent with an alarm.',
  params: DocumentParams,
  response: z.object({
    items: z.array(
      z.object({
        fileId: z.string(),
        name: z.string(),
        source: z.enum(sourceKinds),
        findings: z.array(FindingWire),
      }),
    ),
    /** Reason that whoever sent the order gave for its alarms; null for none. */
    explanation: z.object({ reason: z.string(), byName: z.string(), at: InstantWire }).nullable(),
  }),
})
export type OrderInvoicesWire = z.infer<typeof getOrderInvoices.response>
