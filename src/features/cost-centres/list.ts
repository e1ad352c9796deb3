/** The list of cost centres: what it is filtered and sorted by. */
import { centreStatuses } from '#features/cost-centres/rules.ts'
import { isUuid } from '#kernel/ids.ts'
import { defineList } from '#kernel/list.ts'

export const costCentreList = defineList({
  filters: {
    q: { kind: 'words' },
    clientId: { kind: 'uuid', address: 'client' },
    status: { kind: 'choice', of: centreStatuses },
  },
  sorts: ['code', '-code', 'name', '-name'],
  keys: { code: 'text', name: 'text' },
  isId: isUuid,
  columns: {
    code: { header: 'Código', sort: 'code' },
    name: { header: 'Nombre', sort: 'name' },
    client: { header: 'Cliente' },
    budget: { header: 'Presupuesto del año', align: 'end' },
    consumption: { header: 'Consumo' },
    status: { header: 'Estado' },
  },
  tables: { 'cost-centres': ['code', 'name', 'client', 'budget', 'consumption', 'status'] },
  savedAs: [],
})
