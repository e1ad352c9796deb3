/** Exchange rates said by an administrator. */
import { loadCompany } from '#features/companies/store.ts'
import { exchangeRateFact } from '#features/exchange-rates/facts.ts'
import { canonicalRate, type ExchangeRateRefusal, mayEnterRates } from '#features/exchange-rates/rules.ts'
import { insertRate } from '#features/exchange-rates/store.ts'
import type { enterExchangeRate } from '#features/exchange-rates/wire.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Says a rate against the company's currency, from a day on. `confirmedBy`: how its person confirmed who they are, if asked. */
export async function enterRate(
  tx: TenantTx,
  actor: Actor,
  body: BodyOf<typeof enterExchangeRate>,
  confirmedBy: ConfirmingStep | null = null,
): Promise<ResponseOf<typeof enterExchangeRate> | Refusal<ExchangeRateRefusal>> {
  const may = mayEnterRates(actor)
  if (may !== true) return may
  const { currency: against } = await loadCompany(tx)
  const { currency, holdsFrom } = body
  if (currency === against) return refuse('own_currency')
  const id = newId()
  const rate = canonicalRate(body.rate)
  await insertRate(tx, { id, currency, against, rate, holdsFrom, enteredBy: actor.userId })
  await record(
    tx,
    actor,
    exchangeRateFact('exchange_rate.entered', tx.companyId, {
      after: { currency, against, rate, holdsFrom, ...(confirmedBy === null ? {} : { confirmedBy }) },
    }),
  )
  return { id }
}
