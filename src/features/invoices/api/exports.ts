/** Export of the tray of received invoices as a file. */
import { named } from '#features/companies/views/named.ts'
import { invoiceFact } from '#features/invoices/facts.ts'
import { trayTexts } from '#features/invoices/text/tray.ts'
import { receivedSheet } from '#features/invoices/views/sheet.ts'
import { trayPage, trayTotal } from '#features/invoices/views/tray.ts'
import { exportReceived } from '#features/invoices/wire/tray.ts'
import { listExport } from '#server/http/list-export.ts'

export const receivedExport = listExport({
  endpoint: exportReceived,
  words: trayTexts,
  path: '/exports/received-invoices',
  purpose: 'list of received invoices',
  fact: (companyId, after) => invoiceFact('invoices.exported', companyId, { after }),
  title: 'Facturas',
  sheet: receivedSheet,
  fileName: tx => named(tx, 'Facturas'),
  total: trayTotal,
  page: trayPage,
})
