import type { DocumentType } from '#features/documents/rules.ts'
import type { countDocuments } from '#features/documents/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { type Money as Amount, add, type Currency, zero } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Money } from '#ui/money.tsx'

type Total = ResponseOf<typeof countDocuments>['totals'][number]

type DocumentSumPartsPanelProps = {
  totals: readonly Total[]
  /** Number of orders that the totals are of. */
  count: number
  /** Type that the list is of; undefined for both. */
  type: DocumentType | undefined
  /** True of orders that are still to be executed. */
  isOpen: boolean
}

const words = {
  gasto: { done: 'Pagado', open: 'Por pagar', one: 'pago', many: 'pagos' },
  emision: { done: 'Emitido', open: 'Por emitir', one: 'emisión', many: 'emisiones' },
  both: { done: 'Pagado o emitido', open: 'Por pagar o emitir', one: 'ejecución', many: 'ejecuciones' },
} as const

/**
 * Parts of a list's total that differ from it, because orders that are paid in part are whole in it: what was paid on the
 * days of the filter, and what is still to be. Loaded where the total alone does not say it.
 */
export function DocumentSumPartsPanel({ totals, count, type, isOpen }: DocumentSumPartsPanelProps) {
  const text = words[type ?? 'both']
  const sums = byCurrency(totals, ({ amount }) => amount)
  const executed = byCurrency(totals, total => total.executed?.amount ?? null)
  const executions = totals.reduce((sum, total) => sum + (total.executed?.count ?? 0), 0)
  const remaining = isOpen ? byCurrency(totals, total => total.remaining) : []
  const differs = (parts: readonly Amount[]) => parts.some((part, index) => part.minor !== sums[index]?.minor)
  return (
    <>
      {differs(remaining) && <Sums label={`${text.open}:`} amounts={remaining} />}
      {executed.length > 0 && (executions !== count || differs(executed)) && (
        <Sums
          label={`${text.done} en esos días, en ${counted(executions, text.one, text.many)}:`}
          amounts={executed}
        />
      )}
    </>
  )
}

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

function Sums({ label, amounts }: { label: string; amounts: readonly Amount[] }) {
  return (
    <span className="flex flex-wrap items-baseline justify-end gap-x-3">
      {label}
      {amounts.map(sum => (
        <Money key={sum.currency} value={sum} className="font-semibold text-ink" />
      ))}
    </span>
  )
}
