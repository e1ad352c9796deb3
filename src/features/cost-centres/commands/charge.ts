/** Cost centre of an order that is sent: which one, and whether it takes the order. */
import { chosenCentre, mayChargeCentre, type OrderCentre } from '#features/cost-centres/rules/charge.ts'
import { mayRequestOfCentre, yearAt } from '#features/cost-centres/rules/year.ts'
import { toldTo } from '#features/cost-centres/rules.ts'
import { centreKnownTo } from '#features/cost-centres/scope.ts'
import { isCentreWithin, lockChargedCentre } from '#features/cost-centres/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Money } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type OrderToCharge = {
  readonly costCentreId: string | null | undefined
  /** Centre of the order that is corrected or repeated. */
  readonly formerId: string | null
  /** True when the order that had it is corrected, and not repeated as a new one. */
  readonly isCorrection: boolean
  readonly clientId: string
  /** Amount that the order asks; zero for a credit note. */
  readonly asks: Money
}

/** The centre that the order names or had, checked and locked; null for none. */
export async function centreForOrder(
  tx: TenantTx,
  actor: Actor,
  { costCentreId: typedId, formerId, isCorrection, clientId, asks }: OrderToCharge,
): Promise<OrderCentre | null | Refusal> {
  const isKnown = (id: string) => isCentreWithin(tx, id, centreKnownTo(actor))
  const knowsFormer = formerId !== null && (await isKnown(formerId))
  const id = chosenCentre({ typedId, formerId, knowsFormer })
  if (id === null || isRefusal(id)) return id
  if (id !== formerId && !(await isKnown(id))) return refuse('cost_centre_unknown')
  const year = yearAt(tx.now, actor.zone)
  const centre = await lockChargedCentre(tx, { id, year })
  if (!centre) throw new Error(`the cost centre ${id} is gone`)
  // An order that is corrected goes on with the centre that it has, active or not.
  const status = isCorrection && id === formerId ? 'active' : centre.status
  const mayBeCharged = mayChargeCentre({ ...centre, status }, { clientId, currency: asks.currency })
  if (mayBeCharged !== true) return mayBeCharged
  const fits = mayRequestOfCentre(centre, asks, toldTo(actor, centre))
  return fits === true ? { id, code: centre.code, year } : fits
}

/** The centre of the order that a credit note reduces, which is the credit note's too, active or not; null for none. */
export async function centreOfCredited(
  tx: TenantTx,
  { zone }: Actor,
  credited: { readonly costCentre: { readonly id: string } | null },
): Promise<OrderCentre | null> {
  if (credited.costCentre === null) return null
  const charge = { id: credited.costCentre.id, year: yearAt(tx.now, zone) }
  const centre = await lockChargedCentre(tx, charge)
  if (!centre) throw new Error(`the cost centre ${charge.id} is gone`)
  return { ...charge, code: centre.code }
}
