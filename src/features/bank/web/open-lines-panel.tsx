import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { certaintyLabel, matchKindLabel } from '#features/bank/text/matches.ts'
import { LineFactsPanel, LinePaymentsPanel } from '#features/bank/web/line-facts-panel.tsx'
import { settleMutation } from '#features/bank/web/queries.ts'
import type { OpenLineWire } from '#features/bank/wire.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

const loadExplainDialog = async () => (await import('#features/bank/web/explain-dialog.tsx')).ExplainDialog

type OpenLinesPanelProps = {
  mayExplain: AbilityWire | undefined
  areaPath: string
  items: readonly OpenLineWire[]
}

const isSure = ({ certainty, can }: OpenLineWire): boolean => certainty === 'exact' && can.settle === true

/** Lines that wait: the sure ones are settled in one click, each of the others in a click of its own. */
export function OpenLinesPanel({ areaPath, items, mayExplain }: OpenLinesPanelProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { mutateAsync, isPending } = useMutation(settleMutation)
  const sure = items.filter(isSure)
  const chosen = sure.filter(({ id }) => !left.has(id)).slice(0, 100)
  const choose = (id: string, isOn: boolean) =>
    setLeft(all => new Set(isOn ? [...all].filter(each => each !== id) : [...all, id]))
  const settle = async (lines: readonly OpenLineWire[]) => {
    const { items: done } = await mutateAsync(lines)
    const refused = done.flatMap(({ settled }) => (settled === true ? [] : [settled.text]))
    const count = done.length - refused.length
    if (count > 0) notify.success(count === 1 ? 'Movimiento conciliado' : `${count} movimientos conciliados`)
    for (const text of new Set(refused)) notify.error(text)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {sure.length > 0 && (
        <div>
          <Button
            variant="primary"
            busy={isPending}
            refusal={chosen.length === 0 ? 'Elige al menos un movimiento.' : undefined}
            onClick={() => void settle(chosen)}
          >
            {chosen.length === 1
              ? 'Confirmar el que coincide'
              : `Confirmar los ${chosen.length} que coinciden`}
          </Button>
        </div>
      )}
      <Card className="overflow-hidden">
        <ul aria-label="Movimientos por conciliar" className="divide-y">
          {items.map(line => (
            <OpenLine
              key={line.id}
              areaPath={areaPath}
              mayExplain={mayExplain}
              line={line}
              isChosen={!left.has(line.id)}
              isBusy={isPending}
              onChoose={isOn => choose(line.id, isOn)}
              onSettle={() => void settle([line])}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}

const looks = {
  exact: { tone: 'positive', icon: <CircleCheck aria-hidden="true" /> },
  proposed: { tone: 'caution', icon: <CircleHelp aria-hidden="true" /> },
  none: { tone: 'neutral', icon: <CircleSlash aria-hidden="true" /> },
} as const

type OpenLineProps = {
  areaPath: string
  mayExplain: AbilityWire | undefined
  line: OpenLineWire
  isChosen: boolean
  isBusy: boolean
  onChoose: (isOn: boolean) => void
  onSettle: () => void
}

function OpenLine({ areaPath, mayExplain, line, isChosen, isBusy, onChoose, onSettle }: OpenLineProps) {
  const [isExplaining, setExplaining] = useState(false)
  const { certainty, kind, why, payments, can } = line
  const { tone, icon } = looks[certainty]
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3 sm:px-5">
      <LineFactsPanel line={line} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {certaintyLabel[certainty]}
        </Badge>
        {kind !== null && certainty !== 'none' && <span>{matchKindLabel[kind]}:</span>}
        {payments.length > 0 && <LinePaymentsPanel areaPath={areaPath} payments={payments} />}
      </p>
      <p className="text-ink-soft">{why}</p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isSure(line) && (
          <div className="max-sm:w-full">
            <Checkbox
              label="Confirmar con las demás"
              checked={isChosen}
              onChange={event => onChoose(event.target.checked)}
            />
          </div>
        )}
        <Button size="sm" refusal={refusalText(mayExplain)} onClick={() => setExplaining(true)}>
          Apartar
        </Button>
        {certainty !== 'none' && (
          <Button size="sm" busy={isBusy} refusal={refusalText(can.settle)} onClick={onSettle}>
            Confirmar
          </Button>
        )}
      </div>
      {isExplaining && (
        <OnDemand load={loadExplainDialog} props={{ line, onClose: () => setExplaining(false) }} />
      )}
    </li>
  )
}
