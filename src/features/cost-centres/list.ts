/** The list of cost centres: what it is filtered and sorted by, and the columns of its table and of its file. */
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
    code: { header: 'Código', sort: 'code', file: { width: 14 } },
    name: { header: 'Nombre', sort: 'name', file: { width: 32 } },
    client: { header: 'Cliente', file: { width: 28 } },
    year: { header: 'Año', file: { width: 8 } },
    budget: { header: 'Presupuesto del año', align: 'end', file: { width: 20 } },
    requested: { header: 'Solicitado', file: { width: 16 } },
    committed: { header: 'Comprometido', file: { width: 16 } },
    used: { header: 'Ejecutado', file: { width: 16 } },
    available: { header: 'Disponible', file: { width: 16 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    consumption: { header: 'Consumo', file: { width: 12, header: 'Consumo %' } },
    policy: { header: 'Al superar el presupuesto', file: { width: 26 } },
    status: { header: 'Estado', file: { width: 12 } },
  },
  tables: { 'cost-centres': ['code', 'name', 'client', 'budget', 'consumption', 'status'] },
  savedAs: [],
})
