/** Spanish words of exchange rates. */
import type { Conversion, ExchangeRate, ExchangeRateRefusal } from '#features/exchange-rates/rules.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'

export const exchangeRateTexts = refusalTexts<ExchangeRateRefusal>({
  forbidden: 'Los tipos de cambio son de la administración de la empresa.',
  company_suspended: 'La empresa está suspendida: puede consultar sus tipos de cambio, y no añadir otros.',
  untrusted_account: untrustedWords,
  own_currency: 'Esa es la moneda de la empresa: no se cambia por sí misma.',
})

export const exchangeRateAbility = abilityWith(exchangeRateTexts)

/** A rate with a comma: `0,92`. */
export const rateText = (rate: string): string => rate.replace('.', ',')

/**
 * Sentence for an order that cannot be sent because a rate is missing, or waits for that of the day on which it was
 * sent; it may not say which (`missingRateTold`).
 */
export const missingRateWords = ({ facts }: Refusal, sentOn: Day | null = null): string => {
  const rate = facts
    ? `Falta el tipo de cambio de ${facts.currency} a ${facts.own}`
    : 'Falta un tipo de cambio'
  const [day, from] = sentOn ? [` del ${formatDay(sentOn)}`, ', desde ese día o uno anterior'] : ['', '']
  return `${rate}${day}: sin él no se sabe qué regla del flujo le toca a este pedido. La administración lo añade en Configuración, «Tipos de cambio»${from}.`
}

/** A conversion with its rates: `1.200 US$ = 1.104 € al tipo 0,92 de 12/11/2026`. */
export const conversionWords = ({ from, to, rates }: Conversion): string =>
  `${formatMoney(from)} = ${formatMoney(to)} ${rates.length === 1 ? 'al tipo' : 'a los tipos'} ${rates
    .map(rate => saidText(rate, rates.length > 1))
    .join(' y ')}`

const saidText = ({ currency, rate, holdsFrom }: ExchangeRate, withCurrency: boolean): string =>
  `${rateText(rate)}${withCurrency ? ` (${currency})` : ''} de ${formatDay(holdsFrom)}`
