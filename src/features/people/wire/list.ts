import { z } from 'zod'
import { PersonRowWire } from '#features/people/wire.ts'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { isUuid } from '#kernel/ids.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { AbilityWire, ExportedWire, SearchWire, SheetFormatWire, UuidWire } from '#kernel/wire.ts'

/** Filters of the list of people. */
const filters = { role: z.enum(roles).optional(), clientId: UuidWire.optional(), q: SearchWire }

/** Sorts, descending with a leading minus. By name, inactive people follow the active ones. */
export const peopleSorts = ['name', '-name', '-seen', 'seen', '-date', 'date'] as const
export type PeopleSort = (typeof peopleSorts)[number]

export const peopleOrdering = {
  sorts: peopleSorts,
  keys: { name: 'text', seen: 'instant', date: 'instant' },
  isId: isUuid,
} as const

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/api/people',
  summary:
    'People of the company, by name unless sorted, by keyset; `q` finds name or e-mail. For a client, its own users.',
  query: z.object({ ...filters, ...pageFields(peopleOrdering) }),
  response: z.object({
    items: z.array(PersonRowWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportPeople = endpoint({
  id: 'exportPeople',
  method: 'POST',
  path: '/api/people/exports',
  summary: 'An address that serves a list of people as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(peopleOrdering), format: SheetFormatWire }),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
