/** Wire of the orders that hold part of a contract. */
import { z } from 'zod'
import { ContractId } from '#features/contracts/wire.ts'
import { DocumentStateWire, DocumentTypeWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, MoneyWire, SumWire } from '#kernel/wire.ts'

/** Order that holds part of a contract, and the people who can release it. */
export const HoldWire = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  name: z.string(),
  type: DocumentTypeWire,
  state: DocumentStateWire,
  amount: MoneyWire,
  /** Approved, or still requested. */
  held: z.enum(['committed', 'requested']),
  /** Time of the approval, or of the request. */
  since: InstantWire,
  /** Names of those who must execute or decide it now; empty when it is blocked, and always for a provider. */
  waitsFor: z.array(z.string()),
})
export type HoldWire = z.infer<typeof HoldWire>

const Sum = z.object({ count: z.int(), amount: SumWire })

export const ContractHoldsWire = z.object({
  /** Used by orders; an opening balance is of none. */
  used: Sum,
  committed: Sum,
  requested: Sum,
  /** Holds that the person sees, largest first, fifty at most. */
  items: z.array(HoldWire),
  /** Number of further holds that the person sees. */
  more: z.int(),
  /** Sum of the holds of orders that the person does not see. */
  others: Sum,
})
export type ContractHoldsWire = z.infer<typeof ContractHoldsWire>

export const getContractHolds = endpoint({
  id: 'getContractHolds',
  method: 'GET',
  path: '/api/contracts/:contractId/holds',
  summary:
    'Which orders hold a contract’s money, how much each, since when and with whom; the largest first.',
  params: z.object({ contractId: ContractId }),
  response: ContractHoldsWire,
})
