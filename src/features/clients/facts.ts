/**
 * Facts of clients. None has subscribers: nobody has to act on them.
 */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

export const clientFact = defineFacts({
  'client.created': {
    object: 'client',
    sentence: 'Cliente creado',
    content: content<{ after: Snapshot }>(),
  },
  'client.changed': {
    object: 'client',
    sentence: 'Cliente modificado',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'clients.exported': {
    object: 'company',
    sentence: 'Lista de clientes exportada',
    content: content<{ after: Snapshot }>(),
  },
})
