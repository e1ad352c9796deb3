/** Orders that a cost centre takes. */
import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Centre and year that an order is charged to. */
export type CentreCharge = { readonly id: string; readonly year: number }

/** The same with the centre's code, as an order that is sent keeps it. */
export type OrderCentre = CentreCharge & { readonly code: string }

/** Refusals of an order because of the centre that it is charged to. */
export type ChargeRefusal =
  | 'cost_centre_unknown'
  | 'cost_centre_inactive'
  | 'cost_centre_not_of_order'
  | 'cost_centre_kept'
  | 'cost_centre_exceeded'
  | 'cost_centre_uncountable'

/** Centre as the order that names it has it: what is typed, and what the order had before. */
export type AskedCentre = {
  /** Null asks for none; undefined leaves it as it is. */
  readonly typedId: string | null | undefined
  /** Centre of the order that is corrected; null for none, and for a new order. */
  readonly formerId: string | null
  /** True when the person may know the former centre. */
  readonly knowsFormer: boolean
}

/**
 * Id of the centre that the order is charged to from now on; null for none. A centre that the person may not know stays:
 * nobody takes away, or exchanges, what they do not see.
 */
export function chosenCentre({
  typedId,
  formerId,
  knowsFormer,
}: AskedCentre): string | null | Refusal<ChargeRefusal> {
  if (typedId === undefined || typedId === formerId) return formerId
  if (formerId === null || knowsFormer) return typedId
  return typedId === null ? formerId : refuse('cost_centre_kept')
}

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
