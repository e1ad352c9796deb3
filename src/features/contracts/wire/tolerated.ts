/** Wire of an overrun within a contract's tolerance, as the journal keeps it of an approval. */
import { z } from 'zod'
import { MoneyWire, moneyFromWire } from '#kernel/wire.ts'

export const ToleratedWire = z.object({
  /** By how much more than its total the contract is spent since then. */
  over: MoneyWire,
  /** Amount that its tolerance allowed beyond that. */
  allowed: MoneyWire,
})

export const toleratedFromWire = ({ over, allowed }: z.infer<typeof ToleratedWire>) => ({
  over: moneyFromWire(over),
  allowed: moneyFromWire(allowed),
})
