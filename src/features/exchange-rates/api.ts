/** Routes of exchange rates, for administrators. */
import type { enterRate } from '#features/exchange-rates/commands.ts'
import { exchangeRateTexts } from '#features/exchange-rates/text.ts'
import { exchangeRates } from '#features/exchange-rates/views.ts'
import { enterExchangeRate, getExchangeRates } from '#features/exchange-rates/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

/** Routes with the command that says a rate: a slice above also moves the orders that wait for it. */
export const exchangeRateRoutes = (enter: typeof enterRate): readonly Route[] => [
  read(getExchangeRates, (tx, actor) => exchangeRates(tx, actor)),
  write(enterExchangeRate, exchangeRateTexts, (tx, actor, { body }) => enter(tx, actor, body)),
]
