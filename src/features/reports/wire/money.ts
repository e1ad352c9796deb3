/** Wire of the money of a provider, a client, a contract or a project. */
import { z } from 'zod'
import { ContractId } from '#features/contracts/wire.ts'
import { DocumentTypeWire } from '#features/documents/wire.ts'
import { ProjectParams } from '#features/projects/wire.ts'
import { ProviderId } from '#features/providers/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { CurrencyWire, DayWire, SumWire, UuidWire } from '#kernel/wire.ts'

const Figure = z.object({ count: z.int(), amount: SumWire })
const Period = z.object({ from: DayWire, until: DayWire })

/** Money of one type and currency: amounts paid or issued, and amounts that are still to be. */
export const MoneyLineWire = z.object({
  type: DocumentTypeWire,
  currency: CurrencyWire,
  quarter: Figure,
  year: Figure,
  /** Approved and still to be executed. */
  approved: Figure,
  /** Pending of approval, those that were returned or are blocked included. */
  pending: Figure,
  /** Last twelve months, oldest first: `month` as `2026-11`, by the date of the payment or of the issue. */
  months: z.array(Figure.extend({ month: z.string() })),
})
export type MoneyLineWire = z.infer<typeof MoneyLineWire>

/** Money of those orders of a provider, client, contract or project that the person sees. */
export const MoneyReportWire = z.object({
  quarter: Period,
  year: Period,
  /** Payments first; empty without orders. */
  lines: z.array(MoneyLineWire),
})
export type MoneyReportWire = z.infer<typeof MoneyReportWire>

export const getProviderMoney = endpoint({
  id: 'getProviderMoney',
  method: 'GET',
  path: '/api/providers/:providerId/money',
  summary:
    'What a provider was paid this quarter, this year and in each month, and what is still to be paid.',
  params: z.object({ providerId: ProviderId }),
  response: MoneyReportWire,
})

export const getClientMoney = endpoint({
  id: 'getClientMoney',
  method: 'GET',
  path: '/api/clients/:clientId/money',
  summary:
    'What was paid and issued for a client this quarter, this year and in each month, and what is pending.',
  params: z.object({ clientId: UuidWire }),
  response: MoneyReportWire,
})

export const getContractMoney = endpoint({
  id: 'getContractMoney',
  method: 'GET',
  path: '/api/contracts/:contractId/money',
  summary:
    'What was paid or issued under a contract this quarter, this year and in each month, and what is pending.',
  params: z.object({ contractId: ContractId }),
  response: MoneyReportWire,
})

export const getProjectMoney = endpoint({
  id: 'getProjectMoney',
  method: 'GET',
  path: '/api/projects/:projectId/money',
  summary:
    'What was paid and issued in a project this quarter, this year and in each month, and what is pending.',
  params: ProjectParams,
  response: MoneyReportWire,
})
