import { z } from 'zod'
import { BalanceWire, ContractId, ContractStatusWire, ContractTypeWire } from '#features/contracts/wire.ts'
import { isIdInCompany } from '#features/platform/wire/order-flows.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { pageFields, sortWire } from '#kernel/ordering.ts'
import { ExportedWire, InstantWire, SearchWire, SheetFormatWire, UuidWire } from '#kernel/wire.ts'

/** Figures of a contract; its texts are the company's own. */
export const ContractFiguresWire = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  timeZone: z.string(),
  type: ContractTypeWire,
  status: ContractStatusWire,
  balance: BalanceWire,
  startsOn: z.string(),
  endsOn: z.string(),
  createdAt: InstantWire,
})
export type ContractFiguresWire = z.infer<typeof ContractFiguresWire>

/** Filters of the contracts of all companies. */
const filters = {
  q: SearchWire,
  status: ContractStatusWire.optional(),
  /** `ending`: active contracts that end within thirty days. */
  state: z.enum(['ending']).optional(),
}

/** Sort keys of the contracts, descending with a minus. */
export const contractFiguresSorts = ['-date', 'date', 'ends', '-ends', 'company', '-company'] as const
export type ContractFiguresSort = (typeof contractFiguresSorts)[number]

export const contractFiguresOrdering = {
  sorts: contractFiguresSorts,
  keys: { date: 'instant', ends: 'day', company: 'text' },
  isId: (text: string) => isIdInCompany('CTR', text),
} as const

export const listContractFigures = endpoint({
  id: 'listContractFigures',
  method: 'GET',
  path: '/api/platform/contracts',
  summary: 'Contracts of all companies, newest first unless sorted, by keyset; `q` finds company or id.',
  query: z.object({ ...filters, ...pageFields(contractFiguresOrdering) }),
  response: z.object({ items: z.array(ContractFiguresWire), next: z.string().nullable() }),
})

export const exportContractFigures = endpoint({
  id: 'exportContractFigures',
  method: 'POST',
  path: '/api/platform/contracts/exports',
  summary: 'An address that serves the contracts as a file, to this session and for a few minutes.',
  body: z.object({ ...filters, sort: sortWire(contractFiguresOrdering), format: SheetFormatWire }),
  response: ExportedWire,
})

export const getContractFigures = endpoint({
  id: 'getContractFigures',
  method: 'GET',
  path: '/api/platform/contracts/:companyId/:contractId',
  summary: 'The figures of one contract.',
  params: z.object({ companyId: UuidWire, contractId: ContractId }),
  response: ContractFiguresWire.extend({
    /** Number of orders charged to it, in any state. */
    orders: z.int(),
  }),
})
