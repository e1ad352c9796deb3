/** Export of a company's journal as a file. */
import { auditFact } from '#features/audit/facts.ts'
import { mayAudit } from '#features/audit/rules.ts'
import { auditWords } from '#features/audit/text.ts'
import { eventPage, eventTotal } from '#features/audit/views/events.ts'
import { eventSheet } from '#features/audit/views/sheet.ts'
import { exportEvents } from '#features/audit/wire.ts'
import { listExport } from '#server/http/list-export.ts'

export const journalExport = listExport({
  endpoint: exportEvents,
  words: auditWords,
  path: '/exports/journal',
  purpose: 'journal',
  fact: (companyId, after) => auditFact('journal.exported', companyId, { after }),
  title: 'Auditoría',
  sheet: eventSheet,
  may: mayAudit,
  fileName: () => 'Auditoría',
  total: eventTotal,
  page: eventPage,
})
