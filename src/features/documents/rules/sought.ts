/**
 * What somebody means who types a figure where orders are searched: an amount, as it is written in Spanish and as
 * machines and other countries write it. Nothing is converted: the same figure in each currency.
 */
import { type Currency, currencies, decimalsOf, parseMoney } from '#kernel/money.ts'

/** Amounts in minor units, both ends among them, and the currencies of which they are meant. */
export type SoughtAmount = {
  readonly from: bigint
  readonly to: bigint
  readonly currencies: readonly Currency[]
}

/** «1250» means whatever begins so, «1.250,00» and «1250.5» mean that amount alone; what is no amount means none. */
export function soughtAmounts(text: string): readonly SoughtAmount[] {
  const typed = inSpanish(text)
  const byRange = new Map<string, SoughtAmount>()
  for (const currency of currencies) {
    const amount = parseMoney(typed, currency)
    if (typeof amount === 'string') continue
    const from = amount.minor
    const to = typed.includes(',') ? from : from + 10n ** BigInt(decimalsOf(currency)) - 1n
    const others = byRange.get(`${from}-${to}`)?.currencies ?? []
    byRange.set(`${from}-${to}`, { from, to, currencies: [...others, currency] })
  }
  return [...byRange.values()]
}

/** A dot before one or two last figures, or commas between thousands, are how others write decimals and thousands. */
function inSpanish(text: string): string {
  return text.replace(/[\d.,]+/, figure => {
    if (/^\d+\.\d{1,2}$/.test(figure)) return figure.replace('.', ',')
    if (!/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(figure)) return figure
    return figure.replaceAll(',', '').replace('.', ',')
  })
}
