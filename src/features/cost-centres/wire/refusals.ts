/** Refusals of an order because of the cost centre that it is charged to, for the calls that send one. */
import type { ChargeRefusal } from '#features/cost-centres/rules/charge.ts'

export const chargeRefusals = [
  'cost_centre_unknown',
  'cost_centre_inactive',
  'cost_centre_not_of_order',
  'cost_centre_kept',
  'cost_centre_exceeded',
  'cost_centre_uncountable',
] as const satisfies readonly ChargeRefusal[]
