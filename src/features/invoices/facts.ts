/** Facts of received invoices. Whoever sent one learns from it what became of it. */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

type Received = {
  after: {
    readonly fileId: string
    /** SHA-256 of the file. */
    readonly file: string
    readonly clientId: string | null
  }
}

export const invoiceFact = defineFacts({
  'invoice.received': {
    object: 'received_invoice',
    sentence: 'Factura recibida',
    content: content<Received>(),
    subscribers: ['invoices'],
  },
  'invoice.ordered': {
    object: 'received_invoice',
    sentence: 'Factura recibida: pedido creado',
    content: content<{ after: { readonly documentId: string } }>(),
    subscribers: ['notices'],
  },
  'invoice.refused': {
    object: 'received_invoice',
    sentence: 'Factura recibida: rechazada',
    content: content<{ after: { readonly state: 'refused' } }>(),
    subscribers: ['notices'],
  },
  'invoice.alarm_explained': {
    object: 'document',
    sentence: 'Alarma de la factura explicada',
    content: content<{ after: { readonly revision: number; readonly alarms: readonly string[] } }>(),
  },
  'invoices.exported': {
    object: 'company',
    sentence: 'Lista de facturas recibidas exportada',
    content: content<{ after: Snapshot }>(),
  },
})
