import { z } from 'zod'
import { BalanceWire, ContractId, ContractStatusWire, ContractTypeWire } from '#features/contracts/wire.ts'
import { afterWire } from '#features/platform/wire/order-flows.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, UuidWire } from '#kernel/wire.ts'

/** The figures of a contract; its words are the company's own. */
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

export const listContractFigures = endpoint({
  id: 'listContractFigures',
  method: 'GET',
  path: '/api/platform/contracts',
  summary: 'Contracts of all companies, newest first, fifty at a time; `q` finds company or id.',
  query: z.object({
    q: z.string().max(100).optional(),
    status: ContractStatusWire.optional(),
    /** `ending`: active ones that end within thirty days. */
    state: z.enum(['ending']).optional(),
    after: afterWire('CTR'),
  }),
  response: z.object({ items: z.array(ContractFiguresWire), next: z.string().nullable() }),
})

export const getContractFigures = endpoint({
  id: 'getContractFigures',
  method: 'GET',
  path: '/api/platform/contracts/:companyId/:contractId',
  summary: 'The figures of one contract.',
  params: z.object({ companyId: UuidWire, contractId: ContractId }),
  response: ContractFiguresWire.extend({
    /** Charged to it, whatever became of them. */
    orders: z.int(),
  }),
})
