/** Wire of the list of projects, and of its export. */
import { z } from 'zod'
import { projectList } from '#features/projects/list.ts'
import { ProjectSummaryWire } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire } from '#kernel/wire.ts'

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary:
    'Projects the person may see, newest first unless sorted, by keyset; `q` finds name, id or client.',
  query: listQuery(projectList),
  response: z.object({
    items: z.array(ProjectSummaryWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportProjects = endpoint({
  id: 'exportProjects',
  forReaders: true,
  method: 'POST',
  path: '/api/projects/exports',
  summary: 'An address that serves a list of projects as a file, to this session and for a few minutes.',
  body: exportBody(projectList),
  response: ExportedWire,
  idempotent: true,
})
