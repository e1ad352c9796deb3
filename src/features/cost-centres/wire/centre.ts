/** Wire of a cost centre with the budgets of its years. */
import { z } from 'zod'
import { ToleranceInForceWire } from '#features/companies/wire/tolerance.ts'
import { OverrunPolicyWire } from '#features/contracts/wire.ts'
import { centreStatuses } from '#features/cost-centres/rules.ts'
import { CurrencyWire, InstantWire, MoneyWire, SumWire } from '#kernel/wire.ts'

export const CentreStatusWire = z.enum(centreStatuses)

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

export const CostCentreWire = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Client whose orders it takes; null for every client's. */
  clientId: z.string().nullable(),
  clientName: z.string().nullable(),
  currency: CurrencyWire,
  status: CentreStatusWire,
  /** Policy in force: the centre's own, or the company's. */
  overrunPolicy: OverrunPolicyWire,
  /** Tolerance in force: the company's. */
  tolerance: ToleranceInForceWire,
  /** The current year, in the company's time zone. */
  thisYear: CentreYearWire,
  /** Current revision, which a change has to name. */
  revision: z.int(),
  createdAt: InstantWire,
})
export type CostCentreWire = z.infer<typeof CostCentreWire>
