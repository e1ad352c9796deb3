/** Wire of the list of people, and of its export. */
import { z } from 'zod'
import { peopleList } from '#features/people/list.ts'
import { PersonRowWire } from '#features/people/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire } from '#kernel/wire.ts'

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/api/people',
  summary:
    'People of the company, by name unless sorted, by keyset; `q` finds name or e-mail. For a client, its own users.',
  query: listQuery(peopleList),
  response: z.object({
    items: z.array(PersonRowWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportPeople = endpoint({
  id: 'exportPeople',
  forReaders: true,
  method: 'POST',
  path: '/api/people/exports',
  summary: 'An address that serves a list of people as a file, to this session and for a few minutes.',
  body: exportBody(peopleList),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
