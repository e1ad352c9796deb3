/** File of a list of contracts, with dates in the company's time zone. */
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { type balanceColumns, contractList } from '#features/contracts/list.ts'
import { available, consumption } from '#features/contracts/rules/budget.ts'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text/labels.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { amountCell, percentCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

type Balanced = Pick<ContractWire, 'balance'>

/** Cells of a balance, in every file of contracts. */
export const balanceCells: {
  readonly [name in keyof typeof balanceColumns]: (contract: Balanced) => Cell | string
} = {
  total: ({ balance }) => amountCell(balance.total),
  requested: ({ balance }) => amountCell(balance.requested),
  committed: ({ balance }) => amountCell(balance.committed),
  used: ({ balance }) => amountCell(balance.used),
  available: ({ balance }) => amountCell(moneyToWire(available(balanceFromWire(balance)))),
  currency: ({ balance }) => balance.total.currency,
  consumption: ({ balance }) => percentCell(consumption(balanceFromWire(balance)).basisPoints),
}

export const contractSheet = listSheet<typeof contractList, ContractWire>(contractList, {
  id: ({ id }) => id,
  type: ({ type }) => contractTypeLabel[type],
  client: ({ clientName }) => clientName,
  provider: ({ providerName }) => providerName,
  description: ({ description }) => description,
  ...balanceCells,
  tolerance: ({ tolerance }) => toleranceText(tolerance),
  startsOn: ({ startsOn }) => ({ day: startsOn }),
  endsOn: ({ endsOn }) => ({ day: endsOn }),
  status: ({ status }) => contractStatusLabel[status],
  created: ({ createdAt }, zone) => ({ day: dayFromInstant(createdAt, zone) }),
})
