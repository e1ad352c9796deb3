/** File of the list of clients. */
import { clientList } from '#features/clients/list.ts'
import { clientStatusLabel } from '#features/clients/text.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { countCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const clientSheet = listSheet<typeof clientList, ClientWire>(clientList, {
  name: ({ name }) => name,
  taxId: ({ taxId }) => taxId,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  providers: ({ providersCount }) => countCell(providersCount),
  status: ({ status }) => clientStatusLabel[status],
  created: ({ createdAt }, zone) => ({ day: dayFromInstant(createdAt, zone) }),
})
