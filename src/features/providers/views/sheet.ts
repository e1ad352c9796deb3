/** File of the list of providers; the account only for those who see it whole. */
import { providerList } from '#features/providers/list.ts'
import { providerStatusLabel } from '#features/providers/text.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { countCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const providerSheet = listSheet<typeof providerList, ProviderWire>(providerList, {
  id: ({ id }) => id,
  name: ({ name }) => name,
  taxId: ({ taxId }) => taxId,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  iban: ({ iban }) => iban,
  bic: ({ bic }) => bic,
  clients: ({ clientIds }) => countCell(clientIds.length),
  status: ({ status }) => providerStatusLabel[status],
  created: ({ createdAt }, zone) => ({ day: dayFromInstant(createdAt, zone) }),
})
