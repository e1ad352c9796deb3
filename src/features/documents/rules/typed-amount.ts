/** Amounts of no currency, as a filter keeps them and as people type them. */
import { isPlainAmount } from '#kernel/list.ts'
import { minorToText, parseMoney } from '#kernel/money.ts'

/** Plain amount of a typed text: «1.250,50» is `1250.5`; null for what is no amount. */
export function amountFromTyped(text: string): string | null {
  const amount = parseMoney(text, 'EUR')
  if (typeof amount === 'string') return null
  const digits = minorToText(amount.minor).padStart(3, '0')
  const cents = digits.slice(-2).replace(/0+$/, '')
  const plain = digits.slice(0, -2) + (cents === '' ? '' : `.${cents}`)
  return isPlainAmount(plain) ? plain : null
}

/** Text of a plain amount as people type it: `1250.5` is «1.250,50»; empty for none. */
export function typedFromAmount(plain: string | undefined): string {
  if (plain === undefined) return ''
  const [units = '', cents] = plain.split('.')
  const grouped = units.replace(/\B(?=(?:\d{3})+$)/g, '.')
  return cents === undefined ? grouped : `${grouped},${cents.padEnd(2, '0')}`
}
