import { z } from 'zod'
import { BalanceWire, ContractId, ContractStatusWire, ContractTypeWire } from '#features/contracts/wire.ts'
import { contractFiguresList } from '#features/platform/list.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { ExportedWire, InstantWire, UuidWire } from '#kernel/wire.ts'

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

export const listContractFigures = endpoint({
  id: 'listContractFigures',
  method: 'GET',
  path: '/api/platform/contracts',
  summary: 'Contracts of all companies, newest first unless sorted, by keyset; `q` finds company or id.',
  query: listQuery(contractFiguresList),
  response: z.object({ items: z.array(ContractFiguresWire), next: z.string().nullable() }),
})

export const exportContractFigures = endpoint({
  id: 'exportContractFigures',
  method: 'POST',
  path: '/api/platform/contracts/exports',
  summary: 'An address that serves the contracts as a file, to this session and for a few minutes.',
  body: exportBody(contractFiguresList),
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
