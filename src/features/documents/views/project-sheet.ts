/** File of a list of projects: the contents of their cards, with dates in the company's time zone. */
import { projectList } from '#features/projects/list.ts'
import { projectStatusLabel } from '#features/projects/text.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { amountCell, countCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const projectSheet = listSheet<typeof projectList, ProjectSummaryWire>(projectList, {
  id: ({ id }) => id,
  name: ({ name }) => name,
  client: ({ clientName }) => clientName,
  status: ({ status }) => projectStatusLabel[status],
  amount: ({ total }) => amountCell(total),
  currency: ({ total }) => total.currency,
  pending: ({ counts }) => countCell(counts.pending),
  approved: ({ counts }) => countCell(counts.approved),
  paid: ({ counts }) => countCell(counts.paid),
  rejected: ({ counts }) => countCell(counts.rejected),
  paymentOrders: ({ paymentOrdersCount }) => countCell(paymentOrdersCount),
  paymentTotal: ({ paymentTotal }) => amountCell(paymentTotal),
  issuanceOrders: ({ issuanceOrdersCount }) => countCell(issuanceOrdersCount),
  issuanceTotal: ({ issuanceTotal }) => amountCell(issuanceTotal),
  created: ({ createdAt }, zone) => ({ day: dayFromInstant(createdAt, zone) }),
})
