/** Wire of the reports on the first screen of administrators and of clients. */
import { z } from 'zod'
import { ContractWire } from '#features/contracts/wire.ts'
import { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { CurrencyWire, SumWire } from '#kernel/wire.ts'

const byType = { gasto: SumWire, emision: SumWire }

/** Executed amounts in one currency, month by month, oldest first. */
export const SpendWire = z.object({
  currency: CurrencyWire,
  total: z.object(byType),
  /** `month` as `2026-11`, by the date of the payment or of the issue. */
  months: z.array(z.object({ month: z.string(), ...byType })),
})
export type SpendWire = z.infer<typeof SpendWire>

/** Person who keeps orders waiting, in a list with the longest wait first. */
export const HolderWire = z.object({
  /** Null for blocked orders, which wait for nobody. */
  userId: z.string().nullable(),
  name: z.string().nullable(),
  count: z.int(),
  /** Whole days in the company's zone. */
  oldestDays: z.int(),
  oldest: z.object({ id: z.string(), projectId: z.string() }),
})
export type HolderWire = z.infer<typeof HolderWire>

/** Orders by state. */
export const FiguresWire = z.object({
  inApproval: z.int(),
  blocked: z.int(),
  returned: z.int(),
  toConfirm: z.int(),
  executionRejected: z.int(),
})

export type FiguresWire = z.infer<typeof FiguresWire>

export const CompanyReportWire = z.object({
  figures: FiguresWire,
  /** Company setting: days of waiting after which an order is late. */
  warningDays: z.int(),
  ageing: z.object({ fresh: z.int(), halfway: z.int(), late: z.int() }),
  holders: z.array(HolderWire),
  /** Active contracts, the fullest first. */
  contracts: z.array(ContractWire),
  /** Contracts of any status that have spent more than their total. */
  exceeded: z.array(ContractWire),
  /** Active contracts that end soon, the nearest first. */
  ending: z.array(z.object({ contract: ContractWire, days: z.int() })),
  /** Cost centres, by the part of this year's budget that is spent, the fullest first. */
  costCentres: z.array(CostCentreWire),
  spend: z.array(SpendWire),
  /** False before the company's first order, when every figure is zero. */
  hasOrders: z.boolean(),
})
export type CompanyReportWire = z.infer<typeof CompanyReportWire>

export const getCompanyReport = endpoint({
  id: 'getCompanyReport',
  method: 'GET',
  path: '/api/reports/company',
  summary: 'How the company stands: budgets, what waits and with whom, and what each month cost.',
  response: CompanyReportWire,
})

export const getClientReport = endpoint({
  id: 'getClientReport',
  method: 'GET',
  path: '/api/reports/client',
  summary: 'How the person’s contracts stand, fullest first, and what each month cost in their projects.',
  response: z.object({
    contracts: z.array(ContractWire),
    /** Cost centres whose budgets the person reads, by the part of this year's that is spent, the fullest first. */
    costCentres: z.array(CostCentreWire),
    spend: z.array(SpendWire),
  }),
})

export const getCompanyUsage = endpoint({
  id: 'getCompanyUsage',
  method: 'GET',
  path: '/api/company/usage',
  summary: 'How much of what its plan limits the company uses: documents are those of the current month.',
  response: z.object({ users: z.int(), projects: z.int(), documents: z.int() }),
})
export type Usage = z.output<(typeof getCompanyUsage)['response']>
