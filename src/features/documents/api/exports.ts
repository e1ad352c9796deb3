import { named } from '#features/companies/views/named.ts'
import { documentFact } from '#features/documents/facts.ts'
import { documentWords, listName } from '#features/documents/text.ts'
import { documentFilePage, documentTotal } from '#features/documents/views/list.ts'
import { documentSheet } from '#features/documents/views/sheet.ts'
import { exportDocuments } from '#features/documents/wire.ts'
import { listExport } from '#server/http/list-export.ts'

export const documentExport = listExport({
  endpoint: exportDocuments,
  words: documentWords,
  path: '/exports',
  purpose: 'export',
  fact: (companyId, after) => documentFact('documents.exported', companyId, { after }),
  title: 'Pedidos',
  sheet: documentSheet,
  fileName: (tx, list) => named(tx, listName(list)),
  total: documentTotal,
  page: documentFilePage,
})
