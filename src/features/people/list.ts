/** The list of people: what it is filtered and sorted by, and its columns on the screen and in the file. */
import { roles } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { defineList, type SortOf } from '#kernel/list.ts'

export const peopleList = defineList({
  filters: {
    role: { kind: 'choice', of: roles, address: null },
    clientId: { kind: 'uuid', address: null },
    q: { kind: 'words' },
  },
  // By name, inactive people follow the active ones.
  sorts: ['name', '-name', '-seen', 'seen', '-date', 'date'],
  keys: { name: 'text', seen: 'instant', date: 'instant' },
  isId: isUuid,
  columns: {
    name: { header: 'Nombre', sort: 'name', file: { width: 32 } },
    email: { header: 'Correo electrónico', file: { width: 32 } },
    position: { header: 'Puesto', file: { width: 24 } },
    department: { header: 'Departamento', file: { width: 24 } },
    role: { header: 'Rol', file: { width: 20 } },
    organisation: { header: 'Pertenece a', file: { width: 32 } },
    state: { header: 'Estado', file: { width: 14 } },
    seen: { header: 'Última entrada', sort: 'seen', file: { width: 14 } },
    created: { header: 'Desde', file: { width: 12 } },
    actions: { header: 'Acciones', align: 'end' },
  },
  tables: { people: ['name', 'role', 'organisation', 'state', 'seen', 'actions'] },
  savedAs: ['people', 'client-users'],
})

export type PeopleSort = SortOf<typeof peopleList>
