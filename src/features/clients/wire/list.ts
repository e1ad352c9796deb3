import { z } from 'zod'
import { ClientWire } from '#features/clients/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { isUuid } from '#kernel/ids.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { AbilityWire, ExportedWire, SearchWire, SheetFormatWire } from '#kernel/wire.ts'

/** Filters of a list of clients. */
const filters = { q: SearchWire }

/** Sort keys of a list of clients, descending with a minus. */
export const clientSorts = ['name', '-name', '-date', 'date'] as const
export type ClientSort = (typeof clientSorts)[number]

export const clientOrdering = {
  sorts: clientSorts,
  keys: { name: 'text', date: 'instant' },
  isId: isUuid,
} as const

export const listClients = endpoint({
  id: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'Clients of the company, by name unless sorted, by keyset; people of a client see their own.',
  query: z.object({ ...filters, ...pageFields(clientOrdering) }),
  response: z.object({
    items: z.array(ClientWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportClients = endpoint({
  id: 'exportClients',
  method: 'POST',
  path: '/api/clients/exports',
  summary: 'An address that serves a list of clients as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(clientOrdering), format: SheetFormatWire }),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
