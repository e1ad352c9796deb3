import { Suspense } from 'react'
import type { DocumentStatus, DocumentType } from '#features/documents/rules.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { type Money as Amount, add, type Currency, zero } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'

// Loaded where the total alone does not say what was paid, or is left to pay.
const Parts = late(
  async () => (await import('#features/documents/web/document-sum-parts-panel.tsx')).DocumentSumPartsPanel,
)

type DocumentSumPanelProps = {
  counts: ResponseOf<typeof countDocuments>
  /** Status that the tabs show; undefined for all. */
  status: DocumentStatus | undefined
  /** Type that the list is of; undefined for both. */
  type: DocumentType | undefined
}

/** Number of orders that the list has, loaded or not, and what they add up to in each currency. */
export function DocumentSumPanel({ counts, status, type }: DocumentSumPanelProps) {
  const { pending, approved, paid, rejected } = counts
  const count = status === undefined ? pending + approved + paid + rejected : counts[status]
  // Of an unknown number no sum is known.
  if (counts.hasMore)
    return <p className="px-4 text-end text-ink-soft text-sm">Al menos {counted(count, 'pedido')}</p>
  const sums = new Map<Currency, Amount>()
  const totals = counts.totals.filter(total => status === undefined || total.status === status)
  for (const total of totals) {
    const amount = moneyFromWire(total.amount)
    sums.set(amount.currency, add(sums.get(amount.currency) ?? zero(amount.currency), amount))
  }
  const isOpen = status === 'approved' || status === 'pending'
  const hasParts = totals.some(
    ({ amount, remaining, executed }) =>
      executed || (isOpen && remaining && remaining.minor !== amount.minor),
  )
  return (
    <div className="flex flex-wrap items-baseline justify-end gap-x-3 gap-y-1 px-4 text-ink-soft text-sm">
      <span>
        {counted(count, 'pedido')}
        {status === undefined && rejected > 0 && `, de ellos ${counted(rejected, 'rechazado')}`}
      </span>
      {[...sums.values()].map(sum => (
        <Money key={sum.currency} value={sum} className="font-semibold text-ink" />
      ))}
      {hasParts && (
        <Suspense>
          <Parts totals={totals} count={count} type={type} isOpen={isOpen} />
        </Suspense>
      )}
    </div>
  )
}
