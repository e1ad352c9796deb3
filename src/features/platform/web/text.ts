import { formatMoney, money } from '#kernel/money.ts'

/** Whole dollars as an amount: '1.497 US$'. */
export const dollars = (usd: number): string => formatMoney(money(BigInt(usd) * 100n, 'USD'))
