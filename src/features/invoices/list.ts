/** The tray of received invoices: what it is filtered by, and the columns of its file. */
import { trayStates, trayTabs } from '#features/invoices/rules/tray.ts'
import { isUuid } from '#kernel/ids.ts'
import { defineList } from '#kernel/list.ts'

export const receivedList = defineList({
  filters: {
    tab: { kind: 'choice', of: trayTabs },
    state: { kind: 'choice', of: trayStates },
    /** Number, issuer, its tax id, or the name of the file. */
    q: { kind: 'words' },
  },
  sorts: ['-date'],
  // An id begins with the instant at which the file came.
  keys: { date: 'id' },
  isId: isUuid,
  columns: {
    received: { header: 'Recibida', file: { width: 12 } },
    state: { header: 'Estado', file: { width: 12 } },
    issuer: { header: 'Emisor', file: { width: 36 } },
    taxId: { header: 'NIF', file: { width: 14 } },
    provider: { header: 'Proveedor', file: { width: 12 } },
    number: { header: 'Nº de factura', file: { width: 18 } },
    issuedOn: { header: 'Fecha de factura', file: { width: 16 } },
    total: { header: 'Total', file: { width: 16 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    kind: { header: 'Tipo', file: { width: 10 } },
    client: { header: 'Cliente', file: { width: 28 } },
    sender: { header: 'Enviada por', file: { width: 28 } },
    file: { header: 'Archivo', file: { width: 32 } },
    order: { header: 'Pedido', file: { width: 12 } },
    reason: { header: 'Motivo', file: { width: 40 } },
    settled: { header: 'Tramitada', file: { width: 12 } },
  },
  tables: {},
  savedAs: [],
})
