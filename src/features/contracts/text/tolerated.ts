/** Spanish words of an overrun within a contract's tolerance. */
import { formatMoney, type Money } from '#kernel/money.ts'

/** 'Dentro de la tolerancia: 50 € más que el total del contrato, de 500 € que se admiten'. */
export const toleratedText = ({ over, allowed }: { readonly over: Money; readonly allowed: Money }): string =>
  `Dentro de la tolerancia: ${formatMoney(over)} más que el total del contrato, de ${formatMoney(allowed)} que se admiten`
