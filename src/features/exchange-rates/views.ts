/** The company's exchange rates, for its administrators. */
import { mayEnterRates } from '#features/exchange-rates/rules.ts'
import { ratesAt } from '#features/exchange-rates/store.ts'
import { exchangeRateAbility } from '#features/exchange-rates/text.ts'
import type { ExchangeRatesWire, ExchangeRateWire } from '#features/exchange-rates/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** Most rates that the screen lists. */
const longestHistory = 500

type Row = Omit<ExchangeRateWire, 'isCurrent' | 'currency' | 'against'> & {
  currency: string
  against: string
}

export async function exchangeRates(tx: TenantTx, actor: Actor): Promise<ExchangeRatesWire> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const [{ own, rates }, found, contracts] = await Promise.all([
    ratesAt(tx, tx.now),
    tx.all<Row>(sql`
      select x.id, x.currency, x.against, x.rate, x.holds_from::text as "holdsFrom",
        trim(who.name || ' ' || who.last_name) as "enteredByName", x.entered_at as "enteredAt"
      from exchange_rate x join account who on who.id = x.entered_by
      where x.company_id = ${tx.companyId} order by x.holds_from desc, x.id desc limit ${longestHistory}`),
    tx.all<{ currency: string }>(sql`
      select distinct c.currency from contract c
      where c.company_id = ${tx.companyId} and c.status = 'active' order by 1`),
  ])
  const held = new Set<string>()
  const items = found.map(row => {
    const currency = currencyFrom(row.currency)
    const holds = rates.get(currency)
    // Of several of one day, the first in this order was said last.
    const isHeld = row.against === own && holds?.holdsFrom === row.holdsFrom && !held.has(currency)
    if (isHeld) held.add(currency)
    return { ...row, currency, against: currencyFrom(row.against), isCurrent: isHeld }
  })
  const used = contracts.map(({ currency }) => currencyFrom(currency))
  return {
    own,
    items,
    missing: used.filter(currency => currency !== own && !rates.has(currency)),
    can: { enter: exchangeRateAbility(mayEnterRates(actor)) },
  }
}
