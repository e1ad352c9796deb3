import { z } from 'zod'
import { BalanceWire, ContractId } from '#features/contracts/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { DayWire, InstantWire } from '#kernel/wire.ts'

export const PastBalanceWire = z.object({
  /** False when the contract was made later: then every amount is zero. */
  existed: z.boolean(),
  balance: BalanceWire,
  /**
   * Balances at the end of the days on which it changed, of the ninety up to the requested day, with the first
   * and the last.
   */
  days: z.array(z.object({ day: z.string(), balance: BalanceWire })),
})
export type PastBalanceWire = z.infer<typeof PastBalanceWire>

export const getPastBalance = endpoint({
  id: 'getPastBalance',
  method: 'GET',
  path: '/api/contracts/:contractId/balance',
  summary:
    'What a contract held at a past instant, or at the end of a day in the company’s zone; now if neither.',
  params: z.object({ contractId: ContractId }),
  query: z.object({ at: InstantWire.optional(), day: DayWire.optional() }),
  response: PastBalanceWire,
})
