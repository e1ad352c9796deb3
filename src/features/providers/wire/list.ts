import { z } from 'zod'
import { ProviderWire } from '#features/providers/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire, isDisplayId } from '#kernel/ids.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { AbilityWire, ExportedWire, SearchWire, SheetFormatWire, UuidWire } from '#kernel/wire.ts'

/** Filters of a list of providers. */
const filters = {
  q: SearchWire,
  clientId: UuidWire.optional(),
  projectId: displayIdWire('PRJ').optional(),
}

/** Sort keys of a list of providers, descending with a minus. */
export const providerSorts = ['name', '-name', '-date', 'date'] as const
export type ProviderSort = (typeof providerSorts)[number]

export const providerOrdering = {
  sorts: providerSorts,
  keys: { name: 'text', date: 'instant' },
  isId: (text: string) => isDisplayId('PRV', text),
} as const

export const listProviders = endpoint({
  id: 'listProviders',
  method: 'GET',
  path: '/api/providers',
  summary:
    'Providers the person may see, by name unless sorted, by keyset; of a client, or of a project’s client.',
  query: z.object({ ...filters, ...pageFields(providerOrdering) }),
  response: z.object({
    items: z.array(ProviderWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportProviders = endpoint({
  id: 'exportProviders',
  method: 'POST',
  path: '/api/providers/exports',
  summary: 'An address that serves a list of providers as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(providerOrdering), format: SheetFormatWire }),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
