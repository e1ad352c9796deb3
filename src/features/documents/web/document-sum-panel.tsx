import type { DocumentStatus } from '#features/documents/rules.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { type Money as Amount, add, type Currency, zero } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Money } from '#ui/money.tsx'

type DocumentSumPanelProps = {
  counts: ResponseOf<typeof countDocuments>
  /** Status that the tabs show; undefined for all. */
  status: DocumentStatus | undefined
}

/** Number of orders that the list has, loaded or not, and what they add up to in each currency. */
export function DocumentSumPanel({ counts, status }: DocumentSumPanelProps) {
  const { pending, approved, paid, rejected } = counts
  const count = status === undefined ? pending + approved + paid + rejected : counts[status]
  const sums = new Map<Currency, Amount>()
  for (const total of counts.totals) {
    const amount = moneyFromWire(total.amount)
    if (status !== undefined && total.status !== status) continue
    sums.set(amount.currency, add(sums.get(amount.currency) ?? zero(amount.currency), amount))
  }
  return (
    <p className="flex flex-wrap items-baseline justify-end gap-x-3 gap-y-1 px-4 text-ink-soft text-sm">
      <span>
        {counted(count, 'pedido')}
        {status === undefined && rejected > 0 && `, de ellos ${counted(rejected, 'rechazado')}`}
      </span>
      {[...sums.values()].map(sum => (
        <Money key={sum.currency} value={sum} className="font-semibold text-ink" />
      ))}
    </p>
  )
}
