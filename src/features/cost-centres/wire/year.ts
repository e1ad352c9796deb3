/** Wire of a year of a cost centre, in a module of its own, so that the order's form loads no more of a centre. */
import { z } from 'zod'
import { MoneyWire, SumWire } from '#kernel/wire.ts'

/** A year of a centre: its budget, and what its orders ask, have committed and have used of it. */
export const CentreYearWire = z.object({
  year: z.int(),
  /** Budget of the year; null for a year without limit. */
  total: MoneyWire.nullable(),
  requested: SumWire,
  committed: SumWire,
  used: SumWire,
})
export type CentreYearWire = z.infer<typeof CentreYearWire>
