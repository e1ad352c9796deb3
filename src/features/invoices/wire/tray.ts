/** Wire of the tray of received invoices. */
import { z } from 'zod'
import { submitRefusals } from '#features/approvals/wire/submit.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import { SubmittedWire } from '#features/documents/wire.ts'
import { receivedList } from '#features/invoices/list.ts'
import { sourceKinds } from '#features/invoices/rules/received.ts'
import { trayAsks, trayStates } from '#features/invoices/rules/tray.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, DayWire, ExportedWire, InstantWire, lineWire, SumWire, UuidWire } from '#kernel/wire.ts'

const NamedWire = z.object({ id: z.string(), name: z.string() })

export const TrayInvoiceWire = z.object({
  id: z.string(),
  file: z.object({ fileId: z.string(), name: z.string(), mediaType: z.string(), size: z.int() }),
  state: z.enum(trayStates),
  receivedAt: InstantWire,
  /** Who sent it, and the provider for which they did; of one that came by mail, the address that it says. */
  senderName: z.string(),
  /** True for one that came by mail: its address proves nothing. */
  isMailed: z.boolean(),
  sender: NamedWire.nullable(),
  /** Client in whose tray it lies; null: the company's. */
  client: NamedWire.nullable(),
  source: z.enum(sourceKinds).nullable(),
  issuerName: z.string().nullable(),
  /** Comparison key of the issuer's tax id: `B12345674`. */
  issuerTaxId: z.string().nullable(),
  /** Active provider with the issuer's tax id. */
  provider: NamedWire.nullable(),
  number: z.string().nullable(),
  issuedOn: DayWire.nullable(),
  total: SumWire.nullable(),
  isCreditNote: z.boolean(),
  /** A payment, a reduction of an order, or nothing, because it says that it is paid. */
  asks: z.enum(trayAsks).default('payment'),
  /** Why it could not be read, in Spanish. */
  unreadable: z.string().nullable(),
  /** Another invoice of the tray with its issuer and number, as people find it. */
  repeats: z.string().nullable(),
  /** Order that pays it. */
  order: z.object({ id: z.string(), projectId: z.string() }).nullable(),
  /** Why it was refused, and by whom. */
  refusal: z.object({ reason: z.string(), byName: z.string() }).nullable(),
  settledAt: InstantWire.nullable(),
  revision: z.int(),
  can: z.object({
    order: AbilityWire,
    /** A node of the release before says nothing of it. */
    credit: AbilityWire.default({ refused: 'forbidden', text: 'Vuelve a cargar la página.' }),
    refuse: AbilityWire,
  }),
})
export type TrayInvoiceWire = z.infer<typeof TrayInvoiceWire>

export const listReceived = endpoint({
  id: 'listReceived',
  method: 'GET',
  path: '/api/received-invoices',
  summary:
    'Received invoices that the person sees, the latest first, by keyset; `tab` leaves those that are open, ordered or refused, `q` finds number, issuer, tax id or file.',
  query: listQuery(receivedList),
  response: z.object({
    items: z.array(TrayInvoiceWire),
    next: z.string().nullable(),
    can: z.object({ receive: AbilityWire }),
  }),
})

export const exportReceived = endpoint({
  id: 'exportReceived',
  forReaders: true,
  method: 'POST',
  path: '/api/received-invoices/exports',
  summary:
    'An address that serves a list of received invoices as a file, to this session and for a few minutes.',
  body: exportBody(receivedList),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})

export const ReceivedParams = z.object({ receivedId: UuidWire })

export const getReceived = endpoint({
  id: 'getReceived',
  method: 'GET',
  path: '/api/received-invoices/:receivedId',
  summary: 'One received invoice, and the project in which it is proposed to be paid.',
  params: ReceivedParams,
  response: TrayInvoiceWire.extend({
    /** Project of the provider’s only contract, or of its last order; null when neither says. */
    proposedProjectId: z.string().nullable(),
  }),
})

export const receiveInvoice = endpoint({
  id: 'receiveInvoice',
  method: 'POST',
  path: '/api/received-invoices',
  summary: 'Puts an uploaded file into the tray; it is read by itself. Each file waits once.',
  body: z.object({ fileId: UuidWire }),
  response: z.object({ id: z.string() }),
  refusals: [
    'forbidden',
    'company_suspended',
    'file_not_yours',
    'already_received',
    'too_many_unread',
    'too_many_open',
  ],
  idempotent: true,
})

export const settling = [
  'not_found',
  'forbidden',
  'company_suspended',
  'already_settled',
  'stale_invoice',
] as const
export const InvoiceRevisionWire = z.int().min(1).max(100_000)

export const orderInvoice = endpoint({
  id: 'orderInvoice',
  method: 'POST',
  path: '/api/received-invoices/:receivedId/order',
  summary:
    'Makes the order that pays a received invoice, with its file attached; an invoice is ordered once.',
  params: ReceivedParams,
  body: DocumentContentWire.safeExtend({
    type: z.literal('gasto', 'Una factura recibida se paga con un pedido de pago'),
    invoiceRevision: InvoiceRevisionWire,
  }),
  response: SubmittedWire,
  refusals: [
    ...settling,
    'still_waiting',
    'reduces_order',
    'nothing_to_pay',
    'other_client',
    'alarm_unexplained',
    ...submitRefusals.filter(kind => kind !== 'company_suspended'),
  ],
  idempotent: true,
})

export const refuseInvoice = endpoint({
  id: 'refuseInvoice',
  method: 'POST',
  path: '/api/received-invoices/:receivedId/refusal',
  summary: 'Refuses a received invoice with the reason that whoever sent it reads.',
  params: ReceivedParams,
  body: z.object({ reason: lineWire(500, 'Motivo requerido'), revision: InvoiceRevisionWire }),
  response: z.object({ id: z.string() }),
  refusals: settling,
  idempotent: true,
})
