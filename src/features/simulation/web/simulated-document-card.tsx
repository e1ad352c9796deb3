import { Link } from '@tanstack/react-router'
import { CircleAlert, Hourglass } from 'lucide-react'
import { neededText } from '#features/flows/text/needed.ts'
import { PathPanel } from '#features/flows/web/path-panel.tsx'
import { delayText, listText } from '#features/flows/web/text.ts'
import type { PathWire, SimulatedDocumentWire } from '#features/simulation/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Money } from '#ui/money.tsx'
import { InstantDay } from '#ui/time.tsx'

/** One order with both paths: under the published flow and under the draft. */
export function SimulatedDocumentCard({ order }: { order: SimulatedDocumentWire }) {
  const { documentId, projectId, name, providerName, amount, submittedAt, costCentre, inFlight } = order
  return (
    <li className="rounded-xl border border-line bg-surface [contain-intrinsic-size:auto_18rem] [content-visibility:auto]">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b max-sm:grid-cols-1 px-4 py-3 sm:px-5">
        <div className="min-w-0">
          <h3 className="font-medium">
            <Link
              to="/empresa/projects/$projectId/documents/$documentId"
              params={{ projectId, documentId }}
              className="inline-flex min-h-6 items-center break-words text-accent hover:underline touch:min-h-11"
            >
              {documentId} · {name}
            </Link>
          </h3>
          <p className="text-ink-soft text-sm">
            {providerName} · <InstantDay value={submittedAt} />
            {costCentre && ` · ${costCentre.code} · ${costCentre.name}`}
          </p>
        </div>
        <div className="grid justify-items-end gap-1 max-sm:justify-items-start">
          <Money value={amount} className="font-semibold" />
          {inFlight && (
            <Badge tone="info" icon={<Hourglass aria-hidden="true" />}>
              En curso: conserva su flujo
            </Badge>
          )}
        </div>
      </div>
      <div className="grid grid-cols-1 divide-y sm:grid-cols-2 sm:divide-x sm:divide-y-0">
        <Path title="Ahora" path={order.before} />
        <Path title="Con el borrador" path={order.after} />
      </div>
    </li>
  )
}

function Path({ title, path }: { title: string; path: PathWire }) {
  const stages = path.stages.map(stage => ({
    turn: stage.turn,
    name: stage.name,
    who: listText(stage.people),
    mode: neededText(stage, stage.people.length),
    deputy: stage.deputy && delayText(stage.deputy.name, stage.deputy.afterDays),
  }))
  return (
    <div className="grid grid-cols-1 content-start gap-2.5 p-4 sm:px-5">
      <p className="text-ink-soft text-sm">
        <span className="font-medium text-ink">{title}</span> ·{' '}
        {path.rule ? `Regla «${path.rule}»` : path.missingRate ? 'No se podría enviar' : 'Flujo general'}
      </p>
      {path.blockedBy && (
        <p className="flex items-start gap-1.5 text-caution text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {blockText[path.blockedBy]}
        </p>
      )}
      {path.missingRate && (
        <p className="flex items-start gap-1.5 text-caution text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {path.missingRate}
        </p>
      )}
      <PathPanel label={`${title}: etapas`} stages={stages} isNarrow />
    </div>
  )
}

const blockText = {
  no_approver: 'Quedaría bloqueado: no hay quien lo apruebe como se pide.',
  budget:
    'Quedaría bloqueado: supera el contrato, también con su tolerancia si la tiene, y nadie puede permitirlo.',
} as const
