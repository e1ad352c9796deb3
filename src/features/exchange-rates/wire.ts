/** Wire of the exchange rates that a company says. */
import { z } from 'zod'
import { isRate, rateDigits } from '#features/exchange-rates/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, CurrencyWire, DayWire, InstantWire } from '#kernel/wire.ts'

/** Units of the company's currency for one of another: decimal digits with a point. */
export const RateWire = z
  .string()
  .max(rateDigits.before + rateDigits.after + 1)
  .refine(isRate, `Un número mayor que cero, con ${rateDigits.after} decimales como máximo: 0,92`)
  .meta({ examples: ['0.92'] })

export const ExchangeRateWire = z.object({
  id: z.string(),
  currency: CurrencyWire,
  /** Currency of the company when the rate was said; only rates against its currency of today hold. */
  against: CurrencyWire,
  rate: z.string(),
  /** First day on which the rate holds, until the next one of its currency. */
  holdsFrom: z.string(),
  enteredByName: z.string(),
  enteredAt: InstantWire,
  /** True for the rate of its currency that holds today. */
  isCurrent: z.boolean(),
})
export type ExchangeRateWire = z.infer<typeof ExchangeRateWire>

export const ExchangeRatesWire = z.object({
  /** Currency of the company, against which rates are said. */
  own: CurrencyWire,
  /** Rates, the latest day first; the newest 500. */
  items: z.array(ExchangeRateWire),
  /** Currencies of active contracts without a rate that holds today. */
  missing: z.array(CurrencyWire),
  can: z.object({ enter: AbilityWire }),
})
export type ExchangeRatesWire = z.infer<typeof ExchangeRatesWire>

export const getExchangeRates = endpoint({
  id: 'getExchangeRates',
  method: 'GET',
  path: '/api/exchange-rates',
  summary: 'The exchange rates of the company: those that hold, and those before.',
  response: ExchangeRatesWire,
})

export const enterExchangeRate = endpoint({
  id: 'enterExchangeRate',
  method: 'POST',
  path: '/api/exchange-rates',
  summary:
    'Says a rate from a day on. Orders whose approval has begun keep their rate; blocked ones are routed again.',
  body: z.object({
    currency: CurrencyWire,
    rate: RateWire,
    /** First day on which the rate holds. */
    holdsFrom: DayWire,
  }),
  response: z.object({ id: z.string() }),
  refusals: ['forbidden', 'company_suspended', 'untrusted_account', 'own_currency'],
  idempotent: true,
})
