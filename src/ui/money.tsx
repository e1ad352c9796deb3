import { type Money as Amount, formatMoney } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import { classes } from '#ui/classes.ts'

/** Amount on screen: the only component that formats one. */
export function Money({ value, className }: { value: Amount | MoneyWire; className?: string }) {
  return <span className={classes('figures', className)}>{moneyLabel(value)}</span>
}

/** Amount as text, for a title, a message or a label. */
export function moneyLabel(value: Amount | MoneyWire): string {
  const { minor, currency } = value
  return formatMoney(typeof minor === 'bigint' ? { minor, currency } : moneyFromWire({ minor, currency }))
}
