import { z } from 'zod'
import { ContractId } from '#features/contracts/wire.ts'
import { DocumentStateWire, DocumentTypeWire } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire, MoneyWire, SumWire } from '#kernel/wire.ts'

/** An order that holds part of a contract, and who can let go of it. */
export const HoldWire = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  name: z.string(),
  type: DocumentTypeWire,
  state: DocumentStateWire,
  amount: MoneyWire,
  /** Approved, or still asked for. */
  held: z.enum(['committed', 'requested']),
  /** Since it was approved, or asked for. */
  since: InstantWire,
  /** Who must execute it, or decide it now; nobody when it is blocked, and never told to a provider. */
  waitsFor: z.array(z.string()),
})
export type HoldWire = z.infer<typeof HoldWire>

const Sum = z.object({ count: z.int(), amount: SumWire })

export const ContractHoldsWire = z.object({
  used: Sum,
  committed: Sum,
  requested: Sum,
  /** Largest first, those that the person sees, no more than fifty. */
  items: z.array(HoldWire),
  /** How many more of those there are. */
  more: z.int(),
  /** What orders hold that the person does not see. */
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
