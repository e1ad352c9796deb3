/** The list of providers: what it is filtered and sorted by, and its columns on the screen and in the file. */
import { isDisplayId } from '#kernel/ids.ts'
import { defineList, type SortOf } from '#kernel/list.ts'

export const providerList = defineList({
  filters: {
    q: { kind: 'words' },
    clientId: { kind: 'uuid', address: null },
    projectId: { kind: 'displayId', of: 'PRJ', address: null },
  },
  sorts: ['name', '-name', '-date', 'date'],
  keys: { name: 'text', date: 'instant' },
  isId: text => isDisplayId('PRV', text),
  columns: {
    id: { header: 'ID', file: { width: 12 } },
    name: { header: 'Nombre', sort: 'name', file: { width: 40 } },
    taxId: { header: 'NIF o CIF', file: { width: 16 } },
    contact: { header: 'Contacto' },
    email: { header: 'Correo electrónico', file: { width: 32 } },
    phone: { header: 'Teléfono', file: { width: 18 } },
    account: { header: 'Cuenta' },
    iban: { header: 'IBAN', file: { width: 30 } },
    bic: { header: 'BIC', file: { width: 14 } },
    clients: { header: 'Clientes', align: 'end', file: { width: 10 } },
    status: { header: 'Estado', file: { width: 12 } },
    created: { header: 'Creado', file: { width: 12 } },
    actions: { header: 'Acciones', align: 'end' },
  },
  tables: { providers: ['id', 'name', 'contact', 'account', 'clients', 'status', 'actions'] },
  savedAs: ['providers'],
})

export type ProviderSort = SortOf<typeof providerList>
