import { sumText } from '#features/approvals/web/text.ts'
import { bulkConfirmationLimit } from '#features/executions/rules.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { MarkedBar } from '#ui/lists/marked-bar.tsx'

type BulkConfirmationPanelProps = {
  /** Amounts of the payments that may be marked, and of those that are. */
  payments: readonly MoneyWire[]
  marked: readonly MoneyWire[]
  onMarkAll: (isOn: boolean) => void
  onConfirm: () => void
}

/** Bar above the queue: marks every payment, and shows the sum of the marked ones. */
export function BulkConfirmationPanel({
  payments,
  marked,
  onMarkAll,
  onConfirm,
}: BulkConfirmationPanelProps) {
  return (
    <div className="sticky top-0 z-10 rounded-t-xl border-b bg-surface px-4 py-2">
      <Checkbox
        label={<span className="text-ink-soft">Todos los pagos ({payments.length})</span>}
        checked={marked.length === payments.length}
        onChange={event => onMarkAll(event.target.checked)}
      />
      {marked.length > 0 && (
        <MarkedBar
          label="Confirmar varios"
          sum={sumText(marked.map(amount => ({ amount })))}
          count={marked.length}
          most={bulkConfirmationLimit}
          clear={{ label: 'No elegir ninguno', onClick: () => onMarkAll(false) }}
          action={{ label: 'Confirmar', shortcut: 'Shift+C', onClick: onConfirm }}
        />
      )}
    </div>
  )
}
