import { useMutation } from '@tanstack/react-query'
import { matchKindLabel } from '#features/bank/text/matches.ts'
import { LineFactsPanel, LinePaymentsPanel } from '#features/bank/web/line-facts-panel.tsx'
import { reopenMutation } from '#features/bank/web/queries.ts'
import type { DecidedLineWire } from '#features/bank/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { InstantDay } from '#ui/time.tsx'

type DecidedLinesPanelProps = { areaPath: string; label: string; items: readonly DecidedLineWire[] }

/** Lines that were settled or put aside, with what was decided and by whom. */
export function DecidedLinesPanel({ areaPath, label, items }: DecidedLinesPanelProps) {
  const { mutate, isPending } = useMutation(reopenMutation)
  return (
    <Card className="overflow-hidden">
      <ul aria-label={label} className="divide-y">
        {items.map(line => (
          <li key={line.id} className="grid grid-cols-1 gap-2 px-4 py-3 sm:px-5">
            <LineFactsPanel line={line} />
            {line.kind !== null && (
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span>{matchKindLabel[line.kind]}:</span>
                <LinePaymentsPanel areaPath={areaPath} payments={line.payments} />
              </p>
            )}
            {line.explanation !== null && <p className="wrap-anywhere">{line.explanation}</p>}
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-ink-faint text-xs">
                {line.byName}, el <InstantDay value={line.at} />
              </p>
              {line.explanation !== null && (
                <Button size="sm" busy={isPending} onClick={() => mutate(line.id)}>
                  Devolver a la lista
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
