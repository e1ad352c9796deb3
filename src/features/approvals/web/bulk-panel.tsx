import { X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { bulkLimit, totalsOf } from '#features/approvals/rules/bulk.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { moneyLabel } from '#ui/money.tsx'

export type Marks = ReturnType<typeof useMarks>

const none: ReadonlySet<string> = new Set()

/** Orders of a list marked for bulk approval; with shift, a whole range from the order marked last. */
export function useMarks(items: readonly InboxItemWire[]) {
  const [ids, setIds] = useState(none)
  const last = useRef<string | null>(null)
  const shown = useRef(items)
  useEffect(() => {
    shown.current = items
  })
  // Stable between renders, because rows are memoised by it.
  const mark = useCallback((id: string, isRange: boolean) => {
    const all = shown.current.map(item => item.document.id)
    const from = isRange && last.current !== null ? all.indexOf(last.current) : -1
    const at = all.indexOf(id)
    const touched = from === -1 ? [id] : all.slice(Math.min(from, at), Math.max(from, at) + 1)
    last.current = id
    setIds(before => {
      const isOn = from !== -1 || !before.has(id)
      return new Set(isOn ? [...before, ...touched] : [...before].filter(one => one !== id))
    })
  }, [])
  const plain = items.filter(item => item.attention.length === 0).slice(0, bulkLimit)
  return {
    mark,
    isMarked: (item: InboxItemWire) => ids.has(item.document.id),
    marked: items.filter(item => ids.has(item.document.id)),
    /** Orders without need of attention, at most `bulkLimit`. */
    plain,
    markPlain: (isOn: boolean) => setIds(isOn ? new Set(plain.map(item => item.document.id)) : none),
    clear: () => setIds(none),
  }
}

/** Bar above the list: marks all orders that need no attention, and shows the sum of the marked ones. */
export function BulkPanel({ marks, onApprove }: { marks: Marks; onApprove: () => void }) {
  const { marked, plain } = marks
  const isEvery = plain.length > 0 && plain.every(marks.isMarked)
  return (
    <div className="sticky top-0 z-10 rounded-t-xl border-b bg-surface px-4 py-2">
      {plain.length > 0 ? (
        <Checkbox
          label={<span className="text-ink-soft">Las que no necesitan atención ({plain.length})</span>}
          checked={isEvery}
          onChange={event => marks.markPlain(event.target.checked)}
        />
      ) : (
        <p className="text-ink-soft">Todas necesitan atención: decídelas una a una.</p>
      )}
      {marked.length > 0 && (
        <section
          data-pinned
          aria-label="Aprobar juntas"
          className="flex items-center gap-2 bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mt-2"
        >
          <Button variant="quiet" size="icon" aria-label="No elegir ninguna" onClick={marks.clear}>
            <X aria-hidden="true" />
          </Button>
          <p role="status" className="figures min-w-0 flex-1 font-semibold">
            {sumText(marked)}
          </p>
          <Button
            variant="primary"
            onClick={onApprove}
            aria-keyshortcuts="Shift+A"
            refusal={marked.length > bulkLimit ? `Como máximo ${bulkLimit} a la vez.` : undefined}
          >
            Aprobar {marked.length}
          </Button>
        </section>
      )}
    </div>
  )
}

/** Sum of the orders, one amount for each currency: '12.300 € + 500 US$'. */
export const sumText = (items: readonly InboxItemWire[]): string =>
  totalsOf(items.map(({ document }) => moneyFromWire(document.amount)))
    .map(moneyLabel)
    .join(' + ')
