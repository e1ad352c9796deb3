import { formatMoney, money } from '#kernel/money.ts'

/** Whole dollars as an amount: '1.497 US$'. */
export const dollars = (usd: number): string => formatMoney(money(BigInt(usd) * 100n, 'USD'))

/** '1 proyecto', '3 proyectos' */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('es-ES')} ${what}${count === 1 ? '' : 's'}`
