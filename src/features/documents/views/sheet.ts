/** File of a list of orders, with dates in the company's time zone. */
import { documentList } from '#features/documents/list.ts'
import { situationText, statusLabel, typeLabel } from '#features/documents/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { amountCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const documentSheet = listSheet<typeof documentList, DocumentRowWire>(documentList, {
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
  date: ({ createdAt }, zone) => ({ day: dayFromInstant(createdAt, zone) }),
})
