/** Files of the platform's lists: dates in the zone of the company they are about, else in UTC. */
import { subscriptionTerms } from '#features/companies/rules.ts'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text/labels.ts'
import { balanceCells } from '#features/contracts/views/sheet.ts'
import { kindText } from '#features/documents/text/kinds.ts'
import { countedFromWire } from '#features/documents/wire/counted-amount.ts'
import {
  companyList,
  contractFiguresList,
  customerList,
  orderFlowList,
  userList,
} from '#features/platform/list.ts'
import { orderFlowLabel, statusLabel, trendLabel } from '#features/platform/text.ts'
import type { CompanyRowWire } from '#features/platform/wire/companies.ts'
import type { ContractFiguresWire } from '#features/platform/wire/contracts.ts'
import type { CustomerWire } from '#features/platform/wire/monetization.ts'
import type { OrderFlowWire } from '#features/platform/wire/order-flows.ts'
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { roleLabel } from '#kernel/actor.ts'
import { dayFromInstant, type TimeZone } from '#kernel/day.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { amountCell, countCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

const dayCell = (instant: string | null, zone: TimeZone): Cell | null =>
  instant === null ? null : { day: dayFromInstant(instant, zone) }

export const companySheet = listSheet<typeof companyList, CompanyRowWire>(companyList, {
  name: ({ name }) => name,
  email: ({ email }) => email,
  plan: ({ plan }) => subscriptionTerms[plan].label,
  status: ({ status }) => statusLabel[status],
  users: ({ users }) => countCell(users),
  projects: ({ projects }) => countCell(projects),
  documents: ({ documents }) => countCell(documents),
  activity: ({ lastActivityAt }, zone) => dayCell(lastActivityAt, zone),
  created: ({ createdAt }, zone) => dayCell(createdAt, zone),
})

export const userSheet = listSheet<typeof userList, UserRowWire>(userList, {
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => roleLabel[role],
  active: user => userStateText(user),
  companies: ({ companies }) => companies.map(({ name }) => name).join(', '),
  factor: ({ hasSecondFactor }) => (hasSecondFactor ? 'Sí' : 'No'),
  seen: ({ lastSignInAt }, zone) => dayCell(lastSignInAt, zone),
  created: ({ createdAt }, zone) => dayCell(createdAt, zone),
})

function userStateText({ active, requestedRole }: UserRowWire): string {
  if (active) return 'Activo'
  return requestedRole === null ? 'Inactivo' : `Pendiente: ${roleLabel[requestedRole]}`
}

export const orderFlowSheet = listSheet<typeof orderFlowList, OrderFlowWire>(orderFlowList, {
  id: ({ id }) => id,
  company: ({ companyName }) => companyName,
  type: kindText,
  project: ({ projectName }) => projectName,
  amount: order => amountCell(moneyToWire(countedFromWire(order))),
  currency: ({ amount }) => amount.currency,
  status: ({ status }) => orderFlowLabel[status],
  forced: ({ isForced }) => (isForced ? 'Sí' : 'No'),
  date: ({ createdAt, timeZone }) => dayCell(createdAt, timeZone),
  days: ({ pendingDays }) => countCell(pendingDays),
})

export const contractFiguresSheet = listSheet<typeof contractFiguresList, ContractFiguresWire>(
  contractFiguresList,
  {
    id: ({ id }) => id,
    company: ({ companyName }) => companyName,
    type: ({ type }) => contractTypeLabel[type],
    ...balanceCells,
    startsOn: ({ startsOn }) => ({ day: startsOn }),
    endsOn: ({ endsOn }) => ({ day: endsOn }),
    status: ({ status }) => contractStatusLabel[status],
  },
)

export const customerSheet = listSheet<typeof customerList, CustomerWire>(customerList, {
  name: ({ companyName }) => companyName,
  plan: ({ plan }) => subscriptionTerms[plan].label,
  status: ({ status }) => statusLabel[status],
  revenue: ({ monthlyUsd }) => countCell(monthlyUsd),
  users: ({ users }) => countCell(users),
  projects: ({ projects }) => countCell(projects),
  documents: ({ documents }) => countCell(documents),
  contracts: ({ contracts }) => countCell(contracts),
  trend: ({ usageTrend }) => trendLabel[usageTrend],
  date: ({ joinedAt, timeZone }) => dayCell(joinedAt, timeZone),
})
