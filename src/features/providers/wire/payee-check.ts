/** Wire of what a bank answered about the holder of a provider's account. */
import { z } from 'zod'
import { checkOutcomes } from '#features/providers/rules/payee-check.ts'
import { InstantWire } from '#kernel/wire.ts'

export const PayeeCheckWire = z.object({
  outcome: z.enum(checkOutcomes),
  /** Name of the account’s holder, where the bank gave it. */
  holder: z.string().nullable(),
  /** Who asked the bank, and when. */
  askedByName: z.string(),
  askedAt: InstantWire,
})
export type PayeeCheckWire = z.infer<typeof PayeeCheckWire>
