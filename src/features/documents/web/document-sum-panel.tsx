import type { DocumentStatus, DocumentType } from '#features/documents/rules.ts'
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
  /** Type that the list is of; undefined for both. */
  type: DocumentType | undefined
}

const words = {
  gasto: { done: 'Pagado', open: 'Por pagar', one: 'pago', many: 'pagos' },
  emision: { done: 'Emitido', open: 'Por emitir', one: 'emisión', many: 'emisiones' },
  both: { done: 'Pagado o emitido', open: 'Por pagar o emitir', one: 'ejecución', many: 'ejecuciones' },
} as const

/**
 * Number of orders that the list has, loaded or not, and what they add up to in each currency. Orders that are paid in
 * part are whole in that sum, so what was paid on the days of the filter, or is still to be, stands beside it.
 */
export function DocumentSumPanel({ counts, status, type }: DocumentSumPanelProps) {
  const shown = counts.totals.filter(total => status === undefined || total.status === status)
  const { pending, approved, paid, rejected } = counts
  const count = status === undefined ? pending + approved + paid + rejected : counts[status]
  const text = words[type ?? 'both']
  const sums = byCurrency(shown, ({ amount }) => amount)
  const executed = byCurrency(shown, total => total.executed?.amount ?? null)
  const executions = shown.reduce((sum, total) => sum + (total.executed?.count ?? 0), 0)
  const isOpen = status === 'approved' || status === 'pending'
  const remaining = isOpen ? byCurrency(shown, total => total.remaining) : []
  const isInPart = remaining.some((left, index) => left.minor !== sums[index]?.minor)
  const isOtherwisePaid =
    executed.length > 0 &&
    (executions !== count || executed.some((paid, index) => paid.minor !== sums[index]?.minor))
  return (
    <div className="flex flex-wrap items-baseline justify-end gap-x-3 gap-y-1 px-4 text-ink-soft text-sm">
      <span>
        {counted(count, 'pedido')}
        {status === undefined && rejected > 0 && `, de ellos ${counted(rejected, 'rechazado')}`}
      </span>
      <Sums amounts={sums} />
      {isInPart && <Sums label={`${text.open}:`} amounts={remaining} />}
      {isOtherwisePaid && (
        <Sums
          label={`${text.done} en esos días, en ${counted(executions, text.one, text.many)}:`}
          amounts={executed}
        />
      )}
    </div>
  )
}

type Total = ResponseOf<typeof countDocuments>['totals'][number]

/** Sums of the totals by currency; those that `amount` has none of are left out. */
function byCurrency(
  totals: readonly Total[],
  amount: (total: Total) => Total['remaining'],
): readonly Amount[] {
  const sums = new Map<Currency, Amount>()
  for (const total of totals) {
    const wire = amount(total)
    if (!wire) continue
    const found = moneyFromWire(wire)
    sums.set(found.currency, add(sums.get(found.currency) ?? zero(found.currency), found))
  }
  return [...sums.values()]
}

function Sums({ label, amounts }: { label?: string; amounts: readonly Amount[] }) {
  return (
    <span className="flex flex-wrap items-baseline justify-end gap-x-3">
      {label}
      {amounts.map(sum => (
        <Money key={sum.currency} value={sum} className="font-semibold text-ink" />
      ))}
    </span>
  )
}
