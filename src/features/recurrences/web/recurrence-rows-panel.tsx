import { Link } from '@tanstack/react-router'
import { CircleCheck, CirclePause, CircleX, OctagonAlert } from 'lucide-react'
import { documentAddress } from '#features/documents/web/text.ts'
import { periodLabel, recurrenceStateLabel } from '#features/recurrences/text.ts'
import { RecurrenceActionsPanel } from '#features/recurrences/web/recurrence-actions-panel.tsx'
import type { RecurrenceWire } from '#features/recurrences/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { counted } from '#kernel/text.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'

type RecurrenceRowsPanelProps = { areaPath: string; items: readonly RecurrenceWire[] }

/** Recurrences with their next due day, the last order that they made, and what may be done with them. */
export function RecurrenceRowsPanel({ areaPath, items }: RecurrenceRowsPanelProps) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label="Pedidos que se repiten" className="divide-y">
        {items.map(item => (
          <RecurrenceRow key={item.id} areaPath={areaPath} recurrence={item} />
        ))}
      </ul>
    </Card>
  )
}

const stateLooks = {
  active: { tone: 'positive', icon: <CircleCheck aria-hidden="true" /> },
  paused: { tone: 'neutral', icon: <CirclePause aria-hidden="true" /> },
  stopped: { tone: 'negative', icon: <OctagonAlert aria-hidden="true" /> },
  ended: { tone: 'neutral', icon: <CircleX aria-hidden="true" /> },
} as const

type RecurrenceProps = { areaPath: string; recurrence: RecurrenceWire }

function RecurrenceRow({ areaPath, recurrence }: RecurrenceProps) {
  const { name, amount, state, stopped, providerName, projectName, everyMonths, nextOn } = recurrence
  const { tone, icon } = stateLooks[state]
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere font-medium">{name}</span>
            <Badge tone={tone} icon={icon}>
              {recurrenceStateLabel[state]}
            </Badge>
          </p>
          <p className="wrap-anywhere mt-1 text-ink-soft">
            {providerName} · {projectName}
          </p>
        </div>
        <p className="sm:text-right">
          <Money value={amount} withCents className="font-semibold" />
          <span className="block text-ink-faint text-xs">{periodLabel[everyMonths]}</span>
        </p>
      </div>
      {stopped && (
        <Alert tone="caution" title={`No se ha creado el del ${formatDay(nextOn ?? '')}`}>
          {stopped.text}
        </Alert>
      )}
      <div className="flex items-end justify-between gap-x-4">
        <DuePanel areaPath={areaPath} recurrence={recurrence} />
        <RecurrenceActionsPanel areaPath={areaPath} recurrence={recurrence} />
      </div>
    </li>
  )
}

/** Next and last due day, and the newest order made; before the first, the order that is repeated. */
function DuePanel({ areaPath, recurrence }: RecurrenceProps) {
  const { documentId, projectId, nextOn, endsOn, state, made, lastDocument, ownerName } = recurrence
  const latest = lastDocument ?? { id: documentId, projectId }
  const due = [
    ...(nextOn !== null && state === 'active' ? [`El próximo, el ${formatDay(nextOn)}`] : []),
    ...(endsOn !== null && state !== 'ended' ? [`Hasta el ${formatDay(endsOn)}`] : []),
  ]
  return (
    <div className="min-w-0 text-ink-faint text-xs">
      {due.length > 0 && <p className="sums text-ink">{due.join(' · ')}</p>}
      <p>
        {made > 0 ? `${counted(made, 'pedido creado', 'pedidos creados')}, el último ` : 'Como '}
        <Link
          to={documentAddress(areaPath, latest)}
          className="figures inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline touch:min-h-11"
        >
          {latest.id}
        </Link>{' '}
        · {ownerName}
      </p>
    </div>
  )
}
