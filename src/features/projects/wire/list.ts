import { z } from 'zod'
import { ProjectSummaryWire } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { isDisplayId } from '#kernel/ids.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { AbilityWire, ExportedWire, SearchWire, SheetFormatWire, UuidWire } from '#kernel/wire.ts'

/** Filters of a list of projects. */
const filters = { q: SearchWire, clientId: UuidWire.optional() }

/** Sort keys of a list of projects, descending with a minus. */
export const projectSorts = [
  '-date',
  'date',
  'name',
  '-name',
  'client',
  '-client',
  '-amount',
  'amount',
] as const
export type ProjectSort = (typeof projectSorts)[number]

export const projectOrdering = {
  sorts: projectSorts,
  keys: { date: 'instant', name: 'text', client: 'text', amount: 'amount' },
  isId: (text: string) => isDisplayId('PRJ', text),
} as const

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary:
    'Projects the person may see, newest first unless sorted, by keyset; `q` finds name, id or client.',
  query: z.object({ ...filters, ...pageFields(projectOrdering) }),
  response: z.object({
    items: z.array(ProjectSummaryWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportProjects = endpoint({
  id: 'exportProjects',
  method: 'POST',
  path: '/api/projects/exports',
  summary: 'An address that serves a list of projects as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(projectOrdering), format: SheetFormatWire }),
  response: ExportedWire,
  idempotent: true,
})
