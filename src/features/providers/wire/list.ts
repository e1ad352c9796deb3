/** Wire of the list of providers, and of its export. */
import { z } from 'zod'
import { providerList } from '#features/providers/list.ts'
import { ProviderWire } from '#features/providers/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire } from '#kernel/wire.ts'

export const listProviders = endpoint({
  id: 'listProviders',
  method: 'GET',
  path: '/api/providers',
  summary:
    'Providers the person may see, by name unless sorted, by keyset; of a client, or of a project’s client.',
  query: listQuery(providerList),
  response: z.object({
    items: z.array(ProviderWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportProviders = endpoint({
  id: 'exportProviders',
  forReaders: true,
  method: 'POST',
  path: '/api/providers/exports',
  summary: 'An address that serves a list of providers as a file, to this session and for a few minutes.',
  body: exportBody(providerList),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
