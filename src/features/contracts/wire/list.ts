import { z } from 'zod'
import { ContractStatusWire, ContractWire } from '#features/contracts/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire, isDisplayId } from '#kernel/ids.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { AbilityWire, ExportedWire, SearchWire, SheetFormatWire, UuidWire } from '#kernel/wire.ts'

/** Filters of a list of contracts. */
const filters = {
  q: SearchWire,
  clientId: UuidWire.optional(),
  providerId: displayIdWire('PRV').optional(),
  status: ContractStatusWire.optional(),
}

/** Sort keys of a list of contracts, descending with a minus. `consumption`: the spent part of the total. */
export const contractSorts = [
  '-date',
  'date',
  'client',
  '-client',
  '-amount',
  'amount',
  '-consumption',
  'consumption',
  'ends',
  '-ends',
] as const
export type ContractSort = (typeof contractSorts)[number]

export const contractOrdering = {
  sorts: contractSorts,
  keys: { date: 'instant', client: 'text', amount: 'amount', consumption: 'amount', ends: 'day' },
  isId: (text: string) => isDisplayId('CTR', text),
} as const

export const listContracts = endpoint({
  id: 'listContracts',
  method: 'GET',
  path: '/api/contracts',
  summary:
    'Contracts the person may see, newest first unless sorted, by keyset; `q` finds id, client or description.',
  query: z.object({ ...filters, ...pageFields(contractOrdering) }),
  response: z.object({
    items: z.array(ContractWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportContracts = endpoint({
  id: 'exportContracts',
  method: 'POST',
  path: '/api/contracts/exports',
  summary: 'An address that serves a list of contracts as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(contractOrdering), format: SheetFormatWire }),
  response: ExportedWire,
  idempotent: true,
})
