/** Exports of a month or a quarter as files. */
import { closingFact } from '#features/closings/facts.ts'
import { closingTexts } from '#features/closings/text.ts'
import { movementSheet } from '#features/closings/views/sheet.ts'
import { sheetPage, sheetTotal } from '#features/closings/views/sheet-page.ts'
import { withholdingSheet } from '#features/closings/views/withholding-sheet.ts'
import { withholdingPage, withholdingTotal } from '#features/closings/views/withholdings.ts'
import { exportMovements, exportWithholdings } from '#features/closings/wire/exports.ts'
import { named } from '#features/companies/views/named.ts'
import { formatDay } from '#kernel/day.ts'
import { listExport } from '#server/http/list-export.ts'

type Days = { readonly from?: string | undefined; readonly until?: string | undefined }

/** '01-10-2026 a 31-10-2026' */
const daysText = ({ from = '', until = '' }: Days): string =>
  `${formatDay(from)} a ${formatDay(until)}`.replaceAll('/', '-')

export const movementExport = listExport({
  endpoint: exportMovements,
  words: closingTexts,
  path: '/exports/movements',
  purpose: 'list of movements',
  fact: (companyId, after) => closingFact('movements.exported', companyId, { after }),
  title: 'Movimientos',
  sheet: movementSheet,
  fileName: (tx, list) => named(tx, `Contabilidad ${daysText(list)}`),
  total: sheetTotal,
  page: sheetPage,
})

export const withholdingExport = listExport({
  endpoint: exportWithholdings,
  words: closingTexts,
  path: '/exports/withholdings',
  purpose: 'list of withholdings',
  fact: (companyId, after) => closingFact('withholdings.exported', companyId, { after }),
  title: 'Retenciones',
  sheet: withholdingSheet,
  fileName: (tx, list) => named(tx, `Retenciones ${daysText(list)}`),
  total: withholdingTotal,
  page: withholdingPage,
})
