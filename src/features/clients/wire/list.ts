/** Wire of the list of clients, and of its export. */
import { z } from 'zod'
import { clientList } from '#features/clients/list.ts'
import { ClientWire } from '#features/clients/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire } from '#kernel/wire.ts'

export const listClients = endpoint({
  id: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'Clients of the company, by name unless sorted, by keyset; people of a client see their own.',
  query: listQuery(clientList),
  response: z.object({
    items: z.array(ClientWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportClients = endpoint({
  id: 'exportClients',
  forReaders: true,
  method: 'POST',
  path: '/api/clients/exports',
  summary: 'An address that serves a list of clients as a file, to this session and for a few minutes.',
  body: exportBody(clientList),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
