/** File of a list of orders. */
import { documentList } from '#features/documents/list.ts'
import { situationText, statusLabel, typeLabel } from '#features/documents/text.ts'
import type { DocumentFileRow } from '#features/documents/views/file-rows.ts'
import { formatDay } from '#kernel/day.ts'
import { amountCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

export const documentSheet = listSheet<typeof documentList, DocumentFileRow>(documentList, {
  id: ({ id }) => id,
  name: ({ name }) => name,
  type: ({ type }) => typeLabel[type],
  project: ({ projectName }) => projectName,
  provider: ({ providerName }) => providerName,
  amount: ({ amount }) => amountCell(amount),
  currency: ({ amount }) => amount.currency,
  status: ({ status, type }) => (status === 'paid' && type === 'emision' ? 'Emitido' : statusLabel[status]),
  situation: order => situationText(order),
  author: ({ createdByName }) => createdByName,
  date: ({ createdOn }) => ({ day: createdOn }),
  invoiceNumber: ({ invoiceNumber }) => invoiceNumber,
  invoiceDate: ({ invoiceDate }) => dayCell(invoiceDate),
  taxId: ({ taxId }) => taxId,
  contract: ({ contractId }) => contractId,
  approvers: ({ approvedBy }) =>
    approvedBy
      .map(({ name, delegate, day }) => {
        const who = delegate === null ? name : `${delegate} en nombre de ${name}`
        return `${who} (${formatDay(day)})`
      })
      .join('; '),
  approvedOn: ({ approvedOn }) => dayCell(approvedOn),
  executedOn: ({ executedOn }) => dayCell(executedOn),
  reference: ({ reference }) => reference,
  account: ({ account }) => account,
})

const dayCell = (day: string | null): Cell | null => (day === null ? null : { day })
