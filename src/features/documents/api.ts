import { documentCounts } from '#features/documents/views/documents.ts'
import { possiblyRepeated } from '#features/documents/views/duplicates.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { projectDetail, projectList } from '#features/documents/views/projects.ts'
import { possibleDuplicates } from '#features/documents/wire/duplicates.ts'
import { countDocuments, listDocuments } from '#features/documents/wire.ts'
import { getProject, listProjects } from '#features/projects/wire.ts'
import { type Route, read } from '#server/http/route.ts'

export const documentRoutes: readonly Route[] = [
  read(listProjects, (tx, actor, { query }) => projectList(tx, actor, query)),
  read(getProject, (tx, actor, { params }) => projectDetail(tx, actor, params.projectId)),
  read(listDocuments, (tx, actor, { query }) => documentPage(tx, actor, query)),
  read(possibleDuplicates, (tx, actor, { query }) => possiblyRepeated(tx, actor, query)),
  read(countDocuments, (tx, actor, { query }) => documentCounts(tx, actor, query)),
]
