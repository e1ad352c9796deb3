/** File of what was withheld. */

import { withholdingList } from '#features/closings/list.ts'
import type { WithheldGroup } from '#features/closings/views/withheld-groups.ts'
import { withholdingKindLabel } from '#features/documents/text/breakdown.ts'
import { minorToText } from '#kernel/money.ts'
import { countText } from '#kernel/text.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { amountCell, countCell, percentCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

export const withholdingSheet = listSheet<typeof withholdingList, WithheldGroup>(withholdingList, {
  taxId: ({ taxId }) => taxId,
  name: ({ name }) => name,
  kind: ({ kind }) => withholdingKindLabel[kind],
  rate: ({ rate }) => percentCell(rate),
  perceptions: ({ sums }) => countCell(sums.perceptions),
  base: group => minorCell(group, group.sums.baseMinor),
  withheld: group => minorCell(group, group.sums.withheldMinor),
  currency: ({ currency }) => currency,
  orders: ({ documentIds }) => ordersText([...documentIds]),
})

/** Most orders in a cell: sheets refuse files with more than 32,767 characters in one. */
const maxOrders = 1000

function ordersText(documentIds: readonly string[]): string {
  const named = documentIds.slice(0, maxOrders).join(', ')
  const left = documentIds.length - maxOrders
  return left > 0 ? `${named} y ${countText(left)} más` : named
}

const minorCell = ({ currency }: WithheldGroup, minor: bigint): Cell =>
  amountCell({ minor: minorToText(minor), currency: currencyFrom(currency) })
