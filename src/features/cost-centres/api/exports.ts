/** Export of the list of cost centres as a file. */
import { named } from '#features/companies/views/named.ts'
import { costCentreFact } from '#features/cost-centres/facts.ts'
import { budgetedCentres } from '#features/cost-centres/rules.ts'
import { centreWords } from '#features/cost-centres/text.ts'
import { centrePage, centreTotal } from '#features/cost-centres/views/list.ts'
import { centreSheet } from '#features/cost-centres/views/sheet.ts'
import { exportCostCentres } from '#features/cost-centres/wire/list.ts'
import { refuse } from '#kernel/refusal.ts'
import { listExport } from '#server/http/list-export.ts'

export const costCentreExport = listExport({
  endpoint: exportCostCentres,
  words: centreWords,
  path: '/exports/cost-centres',
  purpose: 'list of cost centres',
  fact: (companyId, after) => costCentreFact('cost_centres.exported', companyId, { after }),
  title: 'Centros de coste',
  sheet: centreSheet,
  may: actor => (budgetedCentres(actor).kind === 'nothing' ? refuse('forbidden') : true),
  fileName: tx => named(tx, 'Centros de coste'),
  total: centreTotal,
  page: centrePage,
})
