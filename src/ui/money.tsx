import { type Money as Amount, formatMoney } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import { classes } from '#ui/classes.ts'

type MoneyProps = {
  value: Amount | MoneyWire
  /** True in a column, where decimals stand below decimals: whole amounts have theirs too. */
  withCents?: boolean
  className?: string
}

/** Amount on screen: the only component that formats one. */
export function Money({ value, withCents = false, className }: MoneyProps) {
  return <span className={classes('figures', className)}>{moneyLabel(value, withCents)}</span>
}

/** Amount as text, for a title, a message or a label. */
export function moneyLabel(value: Amount | MoneyWire, withCents = false): string {
  const { minor, currency } = value
  const amount = typeof minor === 'bigint' ? { minor, currency } : moneyFromWire({ minor, currency })
  return formatMoney(amount, withCents)
}
