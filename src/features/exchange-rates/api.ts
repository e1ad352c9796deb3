/** Route that reads exchange rates, for administrators. Approvals has the one that says a rate. */
import { exchangeRates } from '#features/exchange-rates/views.ts'
import { getExchangeRates } from '#features/exchange-rates/wire.ts'
import { type Route, read } from '#server/http/route.ts'

export const exchangeRateRoutes: readonly Route[] = [
  read(getExchangeRates, (tx, actor) => exchangeRates(tx, actor)),
]
