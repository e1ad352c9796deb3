/**
 * Amounts that a figure typed into the search of orders may mean, as Spanish, machines and other countries
 * write them. Nothing is converted: the figure is searched in each currency.
 */
import { type Currency, currencies, decimalsOf, parseMoney, powerOfTen } from '#kernel/money.ts'

/** Range of amounts in minor units, both ends included, with the currencies it applies to. */
export type SoughtAmount = {
  readonly from: bigint
  readonly to: bigint
  readonly currencies: readonly Currency[]
}

/**
 * Amounts meant by a text: «1250» means every amount that begins with 1250, «1.250,00» and «1250.5» that amount
 * alone; a text that is no amount gives none.
 */
export function soughtAmounts(text: string): readonly SoughtAmount[] {
  const typed = inSpanish(text)
  const byRange = new Map<string, SoughtAmount>()
  for (const currency of currencies) {
    const amount = parseMoney(typed, currency)
    if (typeof amount === 'string') continue
    const from = amount.minor
    const to = typed.includes(',') ? from : from + powerOfTen(decimalsOf(currency)) - 1n
    const others = byRange.get(`${from}-${to}`)?.currencies ?? []
    byRange.set(`${from}-${to}`, { from, to, currencies: [...others, currency] })
  }
  return [...byRange.values()]
}

/** Figure rewritten in Spanish: elsewhere a dot precedes one or two decimals, and commas separate thousands. */
function inSpanish(text: string): string {
  return text.replace(/[\d.,]+/, figure => {
    if (/^\d+\.\d{1,2}$/.test(figure)) return figure.replace('.', ',')
    if (!/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(figure)) return figure
    return figure.replaceAll(',', '').replace('.', ',')
  })
}
