import { X } from 'lucide-react'
import { sumText } from '#features/approvals/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { mostTogether } from '#features/executions/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'

type TogetherPanelProps = {
  /** Payments that may be marked. */
  payments: readonly DocumentRowWire[]
  marked: readonly DocumentRowWire[]
  onMarkAll: (isOn: boolean) => void
  onConfirm: () => void
}

/** Bar above the queue: marks every payment, and shows the sum of the marked ones. */
export function TogetherPanel({ payments, marked, onMarkAll, onConfirm }: TogetherPanelProps) {
  return (
    <div className="sticky top-0 z-10 rounded-t-xl border-b bg-surface px-4 py-2">
      <Checkbox
        label={<span className="text-ink-soft">Todos los pagos ({payments.length})</span>}
        checked={marked.length === payments.length}
        onChange={event => onMarkAll(event.target.checked)}
      />
      {marked.length > 0 && (
        <section
          data-pinned
          aria-label="Confirmar varios"
          className="flex items-center gap-2 bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mt-2"
        >
          <Button variant="quiet" size="icon" aria-label="No elegir ninguno" onClick={() => onMarkAll(false)}>
            <X aria-hidden="true" />
          </Button>
          <p role="status" className="figures min-w-0 flex-1 font-semibold">
            {sumText(marked)}
          </p>
          <Button
            variant="primary"
            onClick={onConfirm}
            aria-keyshortcuts="Shift+C"
            refusal={marked.length > mostTogether ? `Como máximo ${mostTogether} a la vez.` : undefined}
          >
            Confirmar {marked.length}
          </Button>
        </section>
      )}
    </div>
  )
}
