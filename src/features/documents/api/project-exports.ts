import { named } from '#features/companies/views/named.ts'
import { documentFact } from '#features/documents/facts.ts'
import { projectPage, projectTotal } from '#features/documents/views/project-list.ts'
import { projectSheet } from '#features/documents/views/project-sheet.ts'
import { projectWords } from '#features/projects/text.ts'
import { exportProjects } from '#features/projects/wire/list.ts'
import { listExport } from '#server/http/list-export.ts'

export const projectExport = listExport({
  endpoint: exportProjects,
  words: projectWords,
  path: '/exports/projects',
  purpose: 'list of projects',
  fact: (companyId, after) => documentFact('projects.exported', companyId, { after }),
  title: 'Proyectos',
  sheet: projectSheet,
  fileName: tx => named(tx, 'Proyectos'),
  total: projectTotal,
  page: projectPage,
})
