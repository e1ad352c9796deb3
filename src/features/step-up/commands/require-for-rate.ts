/** Exchange rates compare amounts with the threshold: one that makes less of them loosens the rule, and is asked for. */
import { isLowerRate, ratesOnDay } from '#features/exchange-rates/rules.ts'
import { rateHistory } from '#features/exchange-rates/store.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { requireStep } from '#features/step-up/commands/require.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NewRate = { readonly currency: Currency; readonly rate: string; readonly holdsFrom: string }

/**
 * The step by which whoever says the rate has confirmed who they are; null where it loosens nothing. It does where it is
 * the first of its currency, or lower than the one that holds today or on its day. @throws as `requireConfirmation`
 */
export async function requireForRate(
  tx: TenantTx,
  actor: Actor,
  { currency, rate, holdsFrom }: NewRate,
): Promise<ConfirmingStep | null> {
  const { own, threshold } = await loadThreshold(tx)
  if (threshold === null || currency === own) return null
  const history = await rateHistory(tx)
  const days = [dayFromInstant(tx.now, actor.zone), dayFrom(holdsFrom)].filter(day => day !== null)
  const loosens = days.some(day => {
    const known = ratesOnDay(history, own, day).rates.get(currency)
    // The threshold's own currency, where it is not the company's, divides: any rate may loosen.
    return known === undefined || currency === threshold.currency || isLowerRate(rate, known.rate)
  })
  return loosens ? requireStep(tx, actor, { what: 'policy', id: tx.companyId, currency }) : null
}
