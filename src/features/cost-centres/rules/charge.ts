/** Which orders a cost centre takes. */
import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Refusals of an order because of the centre that it is charged to. */
export const refusalsOfCharge = [
  'cost_centre_unknown',
  'cost_centre_inactive',
  'cost_centre_not_of_order',
  'cost_centre_exceeded',
  'cost_centre_uncountable',
] as const
export type ChargeRefusal = (typeof refusalsOfCharge)[number]

type ChargeableCentre = {
  readonly clientId: string | null
  readonly currency: string
  readonly status: CentreStatus
}

/** Refuses an order of another client, or in another currency, than the centre's; and any on an inactive centre. */
export function mayChargeCentre(
  centre: ChargeableCentre,
  order: { readonly clientId: string; readonly currency: string },
): true | Refusal<ChargeRefusal> {
  if (centre.clientId !== null && centre.clientId !== order.clientId)
    return refuse('cost_centre_not_of_order')
  if (centre.currency !== order.currency) return refuse('cost_centre_not_of_order')
  return centre.status === 'active' ? true : refuse('cost_centre_inactive')
}
