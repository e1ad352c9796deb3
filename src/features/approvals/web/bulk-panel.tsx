import { X } from 'lucide-react'
import { bulkLimit } from '#features/approvals/rules/bulk.ts'
import { sumText } from '#features/approvals/web/text.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { useMarks as useRowMarks } from '#ui/hooks/use-marks.ts'

export type Marks = ReturnType<typeof useMarks>

/** Orders of a list marked for bulk approval; with shift, a whole range from the order marked last. */
export function useMarks(items: readonly InboxItemWire[]) {
  const marks = useRowMarks(items.map(({ document }) => document.id))
  const isMarked = ({ document }: InboxItemWire) => marks.isMarked(document.id)
  const plain = items.filter(item => item.attention.length === 0).slice(0, bulkLimit)
  return {
    mark: marks.mark,
    isMarked,
    marked: items.filter(isMarked),
    /** Orders without need of attention, at most `bulkLimit`. */
    plain,
    markPlain: (isOn: boolean) => marks.markAll(isOn ? plain.map(({ document }) => document.id) : []),
    clear: marks.clear,
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
            {sumText(marked.map(({ document }) => document))}
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
