/** The journal as a list: its filters, its one order, and its columns on the screen and in the file. */
import { actionGroups } from '#features/audit/rules/action-groups.ts'
import { isUuid } from '#kernel/ids.ts'
import { defineList } from '#kernel/list.ts'

export const eventList = defineList({
  filters: {
    actorId: { kind: 'uuid', address: 'actor' },
    group: { kind: 'choice', of: actionGroups },
    /** Id of an order, contract, project or provider, or of anything else that an event is about. */
    object: { kind: 'line', max: 40 },
    /** Days of the company's time zone, both included. */
    from: { kind: 'day' },
    to: { kind: 'day' },
    /** Only actions of delegates. */
    delegated: { kind: 'choice', of: ['yes'] },
  },
  sorts: ['-date'],
  keys: { date: 'id' },
  isId: isUuid,
  columns: {
    at: { header: 'Fecha', file: { width: 18, header: 'Fecha y hora' } },
    actor: { header: 'Persona', file: { width: 26 } },
    principal: { header: 'En nombre de', file: { width: 26 } },
    action: { header: 'Acción', file: { width: 40 } },
    object: { header: 'Objeto', file: { width: 14 } },
    id: { header: 'ID', file: { width: 14 } },
    name: { header: 'Nombre', file: { width: 32 } },
    reason: { header: 'Motivo', file: { width: 40 } },
    before: { header: 'Antes', file: { width: 40 } },
    after: { header: 'Después', file: { width: 40 } },
    request: { header: 'Petición', file: { width: 24 } },
    seal: { header: 'Sello', align: 'end', file: { width: 10 } },
    hash: { header: 'Huella', file: { width: 66 } },
    token: { header: 'Clave de API', file: { width: 26 } },
  },
  tables: { events: ['at', 'action', 'object', 'actor', 'seal'] },
  savedAs: ['journal'],
})
