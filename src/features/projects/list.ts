/** The list of projects: what it is filtered and sorted by, and the columns of its file; on screens it is cards. */
import { isDisplayId } from '#kernel/ids.ts'
import { defineList, type SortOf } from '#kernel/list.ts'

export const projectList = defineList({
  filters: {
    q: { kind: 'words' },
    clientId: { kind: 'uuid', address: null },
  },
  sorts: ['-date', 'date', 'name', '-name', 'client', '-client', '-amount', 'amount'],
  keys: { date: 'instant', name: 'text', client: 'text', amount: 'amount' },
  isId: text => isDisplayId('PRJ', text),
  columns: {
    id: { header: 'ID', file: { width: 12 } },
    name: { header: 'Nombre', file: { width: 40 } },
    client: { header: 'Cliente', file: { width: 28 } },
    status: { header: 'Estado', file: { width: 12 } },
    amount: { header: 'Monto', file: { width: 16 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    pending: { header: 'Pendientes', file: { width: 12 } },
    approved: { header: 'Aprobados', file: { width: 12 } },
    paid: { header: 'Pagados', file: { width: 12 } },
    rejected: { header: 'Rechazados', file: { width: 12 } },
    paymentOrders: { header: 'Pedidos de pago', file: { width: 16 } },
    paymentTotal: { header: 'Total de pago', file: { width: 16 } },
    issuanceOrders: { header: 'Pedidos de emisión', file: { width: 16 } },
    issuanceTotal: { header: 'Total de emisión', file: { width: 16 } },
    created: { header: 'Creado', file: { width: 12 } },
  },
  tables: {},
  savedAs: ['projects'],
})

export type ProjectSort = SortOf<typeof projectList>
