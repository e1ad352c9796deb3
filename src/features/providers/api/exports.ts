/** Export of the list of providers as a file. */
import { named } from '#features/companies/views/named.ts'
import { providerFact } from '#features/providers/facts.ts'
import { visibleProviders } from '#features/providers/rules.ts'
import { providerWords } from '#features/providers/text.ts'
import { providerPage, providerTotal } from '#features/providers/views/list.ts'
import { providerSheet } from '#features/providers/views/sheet.ts'
import { exportProviders } from '#features/providers/wire/list.ts'
import { refuse } from '#kernel/refusal.ts'
import { listExport } from '#server/http/list-export.ts'

export const providerExport = listExport({
  endpoint: exportProviders,
  words: providerWords,
  path: '/exports/providers',
  purpose: 'list of providers',
  fact: (companyId, after) => providerFact('providers.exported', companyId, { after }),
  title: 'Proveedores',
  sheet: providerSheet,
  may: actor => (visibleProviders(actor).kind === 'nothing' ? refuse('forbidden') : true),
  fileName: tx => named(tx, 'Proveedores'),
  total: providerTotal,
  page: providerPage,
})
