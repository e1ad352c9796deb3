/** Export of the list of clients as a file. */
import { clientFact } from '#features/clients/facts.ts'
import { visibleClients } from '#features/clients/rules.ts'
import { clientWords } from '#features/clients/text.ts'
import { clientPage, clientTotal } from '#features/clients/views/list.ts'
import { clientSheet } from '#features/clients/views/sheet.ts'
import { exportClients } from '#features/clients/wire/list.ts'
import { named } from '#features/companies/views/named.ts'
import { refuse } from '#kernel/refusal.ts'
import { listExport } from '#server/http/list-export.ts'

export const clientExport = listExport({
  endpoint: exportClients,
  words: clientWords,
  path: '/exports/clients',
  purpose: 'list of clients',
  fact: (companyId, after) => clientFact('clients.exported', companyId, { after }),
  title: 'Clientes',
  sheet: clientSheet,
  may: actor => (visibleClients(actor).kind === 'nothing' ? refuse('forbidden') : true),
  fileName: tx => named(tx, 'Clientes'),
  total: clientTotal,
  page: clientPage,
})
