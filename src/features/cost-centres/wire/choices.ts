/** Wire of the cost centres that an order may be charged to, for whoever makes it. */
import { z } from 'zod'
import { ToleranceInForceWire } from '#features/companies/wire/tolerance.ts'
import { OverrunPolicyWire } from '#features/contracts/wire.ts'
import { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import { NamedCentreWire } from '#features/cost-centres/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { CurrencyWire, typedLineWire, UuidWire } from '#kernel/wire.ts'

export const ChoosableCentreWire = NamedCentreWire.extend({
  overrunPolicy: OverrunPolicyWire,
  tolerance: ToleranceInForceWire,
  /** The current year, in which an order that is sent today is charged; null for whoever may not read its budgets. */
  thisYear: CentreYearWire.nullable(),
})
export type ChoosableCentreWire = z.infer<typeof ChoosableCentreWire>

export const CentreChoiceQueryWire = z.object({
  /** This centre alone, active or not, if the person knows it. */
  costCentreId: UuidWire.optional(),
  /** Client of the order's project: centres of other clients are left out. */
  clientId: UuidWire.optional(),
  /** Currency of the order. */
  currency: CurrencyWire.optional(),
  /** Part of the code or of the name. */
  q: typedLineWire(100).optional(),
})

export const listCentreChoices = endpoint({
  id: 'listCentreChoices',
  method: 'GET',
  path: '/api/cost-centre-choices',
  summary:
    'Active cost centres that the person may charge an order to, by code, fifty at most; or the one named.',
  query: CentreChoiceQueryWire,
  response: z.object({ items: z.array(ChoosableCentreWire) }),
})
