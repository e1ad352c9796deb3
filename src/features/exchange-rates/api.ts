/** Routes of exchange rates, for administrators. */
import { enterRate } from '#features/exchange-rates/commands.ts'
import { exchangeRateTexts } from '#features/exchange-rates/text.ts'
import { exchangeRates } from '#features/exchange-rates/views.ts'
import { enterExchangeRate, getExchangeRates } from '#features/exchange-rates/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const exchangeRateRoutes: readonly Route[] = [
  read(getExchangeRates, (tx, actor) => exchangeRates(tx, actor)),
  write(enterExchangeRate, exchangeRateTexts, (tx, actor, { body }) => enterRate(tx, actor, body)),
]
