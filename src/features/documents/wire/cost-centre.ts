/** Wire of an order's cost centre with the budget that it is charged to, asked for apart from the order. */
import { z } from 'zod'
import { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import { NamedCentreWire } from '#features/cost-centres/wire.ts'
import { DocumentParams } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { MoneyWire } from '#kernel/wire.ts'

export const ChargedCentreWire = NamedCentreWire.extend({
  /** Year in which the order was submitted, whose budget it is charged to. */
  year: z.int(),
  /** Amount that the order takes from it. */
  charge: MoneyWire,
  /**
   * Effect of approving the order now: it would go beyond the budget of the year, within the tolerance or not. Null where
   * it fits, and for an order that waits for no approval.
   */
  overrun: z.enum(['tolerated', 'exceeded']).nullable(),
  /** The year of the centre; null for whoever may not read its budgets. */
  budget: CentreYearWire.nullable(),
})
export type ChargedCentreWire = z.infer<typeof ChargedCentreWire>

export const getDocumentCostCentre = endpoint({
  id: 'getDocumentCostCentre',
  method: 'GET',
  path: '/api/documents/:documentId/cost-centre',
  summary: 'The cost centre that an order is charged to; null for none, and for whoever may not know it.',
  params: DocumentParams,
  response: z.object({ costCentre: ChargedCentreWire.nullable() }),
})
