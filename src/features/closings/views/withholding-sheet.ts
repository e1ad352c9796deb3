/** File of what was withheld. */
import { withholdingList } from '#features/closings/list.ts'
import { groupSums, type WithheldGroup } from '#features/closings/views/withholdings.ts'
import { withholdingKindLabel } from '#features/documents/text/breakdown.ts'
import { minorToText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { amountCell, countCell, percentCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

export const withholdingSheet = listSheet<typeof withholdingList, WithheldGroup>(withholdingList, {
  taxId: ({ taxId }) => taxId,
  name: ({ name }) => name,
  kind: ({ kind }) => withholdingKindLabel[kind],
  rate: ({ rate }) => percentCell(rate),
  perceptions: ({ parts }) => countCell(groupSums(parts).perceptions),
  base: group => minorCell(group, groupSums(group.parts).baseMinor),
  withheld: group => minorCell(group, groupSums(group.parts).withheldMinor),
  currency: ({ currency }) => currency,
  orders: ({ parts }) => [...new Set(parts.map(({ movement }) => movement.document_id))].join(', '),
})

const minorCell = ({ currency }: WithheldGroup, minor: bigint): Cell =>
  amountCell({ minor: minorToText(minor), currency: currencyFrom(currency) })
