/** File of a list of cost centres, each with the budget of this year and what its orders ask, have committed and have used. */
import { overrunPolicyLabel } from '#features/companies/text.ts'
import { available, consumption } from '#features/contracts/rules/budget.ts'
import { balanceFromWire } from '#features/contracts/wire.ts'
import { costCentreList } from '#features/cost-centres/list.ts'
import { everyClient } from '#features/cost-centres/text/every-client.ts'
import { centreStatusLabel } from '#features/cost-centres/text.ts'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { amountCell, percentCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

/** Balance of the year; null without a budget: then nothing is left, nor spent of it. */
function balance({ thisYear: { total, ...sums } }: CostCentreWire) {
  return total === null ? null : balanceFromWire({ total, ...sums })
}

export const centreSheet = listSheet<typeof costCentreList, CostCentreWire>(costCentreList, {
  code: ({ code }) => code,
  name: ({ name }) => name,
  client: ({ clientName }) => clientName ?? everyClient,
  year: ({ thisYear }) => String(thisYear.year),
  budget: ({ thisYear }) => (thisYear.total === null ? '' : amountCell(thisYear.total)),
  requested: ({ thisYear }) => amountCell(thisYear.requested),
  committed: ({ thisYear }) => amountCell(thisYear.committed),
  used: ({ thisYear }) => amountCell(thisYear.used),
  available: centre => {
    const year = balance(centre)
    return year === null ? '' : amountCell(moneyToWire(available(year)))
  },
  currency: ({ currency }) => currency,
  consumption: centre => {
    const year = balance(centre)
    return year === null ? '' : percentCell(consumption(year).basisPoints)
  },
  policy: ({ overrunPolicy }) => overrunPolicyLabel[overrunPolicy],
  status: ({ status }) => centreStatusLabel[status],
})
