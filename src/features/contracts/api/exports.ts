import { named } from '#features/companies/views/named.ts'
import { contractFact } from '#features/contracts/facts.ts'
import { contractWords } from '#features/contracts/text.ts'
import { contractPage, contractTotal } from '#features/contracts/views/list.ts'
import { contractSheet } from '#features/contracts/views/sheet.ts'
import { exportContracts } from '#features/contracts/wire/list.ts'
import { listExport } from '#server/http/list-export.ts'

export const contractExport = listExport({
  endpoint: exportContracts,
  words: contractWords,
  path: '/exports/contracts',
  purpose: 'list of contracts',
  fact: (companyId, after) => contractFact('contracts.exported', companyId, { after }),
  title: 'Contratos',
  sheet: contractSheet,
  fileName: tx => named(tx, 'Contratos'),
  total: contractTotal,
  page: contractPage,
})
