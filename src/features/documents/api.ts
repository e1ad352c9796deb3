import { costCentreOfDocument } from '#features/documents/views/cost-centre.ts'
import { documentCounts } from '#features/documents/views/counts.ts'
import { duplicatesWhileWriting } from '#features/documents/views/duplicates.ts'
import { documentPage } from '#features/documents/views/list.ts'
import { partiesOfOrders } from '#features/documents/views/parties.ts'
import { projectPage } from '#features/documents/views/project-list.ts'
import { projectDetail } from '#features/documents/views/projects.ts'
import { recentChoices } from '#features/documents/views/recent.ts'
import { getDocumentCostCentre } from '#features/documents/wire/cost-centre.ts'
import { possibleDuplicates } from '#features/documents/wire/duplicates.ts'
import { listParties } from '#features/documents/wire/parties.ts'
import { recentlyUsed } from '#features/documents/wire/recent.ts'
import { countDocuments, listDocuments } from '#features/documents/wire.ts'
import { mayCreate } from '#features/projects/rules.ts'
import { projectAbility } from '#features/projects/text.ts'
import { listProjects } from '#features/projects/wire/list.ts'
import { getProject } from '#features/projects/wire.ts'
import { type Route, read } from '#server/http/route.ts'

export const documentRoutes: readonly Route[] = [
  read(listProjects, async (tx, actor, { query }) => ({
    ...(await projectPage(tx, actor, query)),
    can: { create: projectAbility(mayCreate(actor)) },
  })),
  read(getProject, (tx, actor, { params }) => projectDetail(tx, actor, params.projectId)),
  read(listDocuments, (tx, actor, { query }) => documentPage(tx, actor, query)),
  read(getDocumentCostCentre, (tx, actor, { params }) => costCentreOfDocument(tx, actor, params.documentId)),
  read(possibleDuplicates, (tx, actor, { query }) => duplicatesWhileWriting(tx, actor, query)),
  read(recentlyUsed, (tx, actor, { query }) => recentChoices(tx, actor, query)),
  read(listParties, (tx, actor, { query }) => partiesOfOrders(tx, actor, query)),
  read(countDocuments, (tx, actor, { query }) => documentCounts(tx, actor, query)),
]
