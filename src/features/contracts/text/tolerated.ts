/** Spanish words of an overrun within the tolerance of a contract, or of a year of a cost centre. */
import { formatMoney, type Money } from '#kernel/money.ts'

type Tolerated = { readonly over: Money; readonly allowed: Money }

/** 'Dentro de la tolerancia: 50 € más que el total del contrato, de 500 € que se admiten'. */
export const toleratedText = ({ over, allowed }: Tolerated): string =>
  `Dentro de la tolerancia: ${formatMoney(over)} más que el total del contrato, de ${formatMoney(allowed)} que se admiten`

export const toleratedOfCentreText = ({ over, allowed }: Tolerated): string =>
  `Dentro de la tolerancia del centro de coste: ${formatMoney(over)} más que el presupuesto del año, de ${formatMoney(allowed)} que se admiten`
