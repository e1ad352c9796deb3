/** Route that says an exchange rate: it lives here because orders that waited for the rate go on with it. */
import { enterRateAndUnblock } from '#features/approvals/commands/enter-rate.ts'
import { exchangeRateTexts } from '#features/exchange-rates/text.ts'
import { enterExchangeRate } from '#features/exchange-rates/wire.ts'
import { type Route, write } from '#server/http/route.ts'

export const enterRateRoutes: readonly Route[] = [
  write(enterExchangeRate, exchangeRateTexts, (tx, actor, { body }) => enterRateAndUnblock(tx, actor, body)),
]
