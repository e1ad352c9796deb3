/** The list of clients: what it is filtered and sorted by, and its columns on the screen and in the file. */
import { isUuid } from '#kernel/ids.ts'
import { defineList, type SortOf } from '#kernel/list.ts'

export const clientList = defineList({
  filters: { q: { kind: 'words' } },
  sorts: ['name', '-name', '-date', 'date'],
  keys: { name: 'text', date: 'instant' },
  isId: isUuid,
  columns: {
    name: { header: 'Nombre', sort: 'name', file: { width: 40 } },
    taxId: { header: 'NIF o CIF', file: { width: 14 } },
    email: { header: 'Correo electrónico', file: { width: 32 } },
    phone: { header: 'Teléfono', file: { width: 18 } },
    providers: { header: 'Proveedores', align: 'end', file: { width: 12 } },
    status: { header: 'Estado', file: { width: 12 } },
    created: { header: 'Creado', file: { width: 12 } },
    actions: { header: 'Acciones', align: 'end' },
  },
  tables: { clients: ['name', 'email', 'phone', 'status', 'providers', 'actions'] },
  savedAs: ['clients'],
})

export type ClientSort = SortOf<typeof clientList>
