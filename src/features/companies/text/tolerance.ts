/** Spanish words of a tolerance. */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'

/** '5 % del total', 'hasta 500 €', '5 % del total, hasta 500 €', 'ninguna'. */
export function toleranceText({ rate, amountMinor, currency }: Tolerance): string {
  if (rate === 0 || amountMinor === '0') return 'ninguna'
  const parts = [
    ...(rate === null ? [] : [`${rateText(rate)} del total`]),
    ...(amountMinor === null || currency === null
      ? []
      : [`hasta ${formatMoney(moneyFromText(amountMinor, currency))}`]),
  ]
  return parts.length === 0 ? 'ninguna' : parts.join(', ')
}

/** The same, where it stands alone: 'Ninguna'. */
export function toleranceLabel(tolerance: Tolerance): string {
  const text = toleranceText(tolerance)
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Percentage of basis points: '5 %', '2,5 %'. */
const rateText = (rate: number): string => `${(rate / 100).toLocaleString('es-ES')}\u00a0%`
