/** The list of contracts: what it is filtered and sorted by, and the columns of its file; on screens it is cards. */
import { contractStatuses } from '#features/contracts/rules.ts'
import { isDisplayId } from '#kernel/ids.ts'
import { defineList, type SortOf } from '#kernel/list.ts'

/** Columns of a balance, in every file of contracts. */
export const balanceColumns = {
  total: { header: 'Total', file: { width: 16 } },
  requested: { header: 'Solicitado', file: { width: 16 } },
  committed: { header: 'Comprometido', file: { width: 16 } },
  used: { header: 'Ejecutado', file: { width: 16 } },
  available: { header: 'Disponible', file: { width: 16 } },
  currency: { header: 'Moneda', file: { width: 8 } },
  consumption: { header: 'Consumo %', file: { width: 12 } },
} as const

export const contractList = defineList({
  filters: {
    q: { kind: 'words' },
    clientId: { kind: 'uuid', address: null },
    providerId: { kind: 'displayId', of: 'PRV', address: null },
    status: { kind: 'choice', of: contractStatuses },
  },
  // `consumption`: the spent part of the total.
  sorts: [
    '-date',
    'date',
    'client',
    '-client',
    '-amount',
    'amount',
    '-consumption',
    'consumption',
    'ends',
    '-ends',
  ],
  keys: { date: 'instant', client: 'text', amount: 'amount', consumption: 'amount', ends: 'day' },
  isId: text => isDisplayId('CTR', text),
  columns: {
    id: { header: 'ID', file: { width: 12 } },
    type: { header: 'Tipo', file: { width: 12 } },
    client: { header: 'Cliente', file: { width: 28 } },
    provider: { header: 'Proveedor', file: { width: 28 } },
    description: { header: 'Descripción', file: { width: 40 } },
    ...balanceColumns,
    tolerance: { header: 'Tolerancia', file: { width: 24 } },
    startsOn: { header: 'Inicio', file: { width: 12 } },
    endsOn: { header: 'Fin', file: { width: 12 } },
    status: { header: 'Estado', file: { width: 12 } },
    created: { header: 'Creado', file: { width: 12 } },
  },
  tables: {},
  savedAs: ['contracts'],
})

export type ContractSort = SortOf<typeof contractList>
