import { bulkLimit } from '#features/approvals/rules/bulk.ts'
import type { Decision } from '#features/approvals/rules.ts'
import { sumText } from '#features/approvals/web/text.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { useMarks as useRowMarks } from '#ui/hooks/use-marks.ts'
import { MarkedBar } from '#ui/lists/marked-bar.tsx'

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

type BulkPanelProps = { marks: Marks; onDecide: (decision: Decision) => void }

/** Bar above the list: marks all orders that need no attention, and shows the sum of the marked ones. */
export function BulkPanel({ marks, onDecide }: BulkPanelProps) {
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
        <p className="text-ink-soft">Todas necesitan atención: apruébalas una a una.</p>
      )}
      {marked.length > 0 && (
        <MarkedBar
          label="Elegidos"
          sum={sumText(marked.map(({ document }) => document))}
          count={marked.length}
          most={bulkLimit}
          others={[
            { label: 'Devolver', shortcut: 'Shift+D', onClick: () => onDecide('return') },
            { label: 'Rechazar', shortcut: 'Shift+R', onClick: () => onDecide('reject') },
          ]}
          clear={{ label: 'No elegir ninguno', onClick: marks.clear }}
          action={{ label: 'Aprobar', shortcut: 'Shift+A', onClick: () => onDecide('approve') }}
        />
      )}
    </div>
  )
}
