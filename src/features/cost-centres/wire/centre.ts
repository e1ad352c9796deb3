/** Wire of a cost centre with the budgets of its years. */
import { z } from 'zod'
import { ToleranceInForceWire } from '#features/companies/wire/tolerance.ts'
import { OverrunPolicyWire } from '#features/contracts/wire.ts'
import { centreStatuses } from '#features/cost-centres/rules.ts'
import { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import { CurrencyWire, InstantWire } from '#kernel/wire.ts'

export const CentreStatusWire = z.enum(centreStatuses)

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
