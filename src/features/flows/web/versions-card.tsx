import { Link } from '@tanstack/react-router'
import type { FlowsWire, FlowVersionWire } from '#features/flows/wire.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'

type VersionsCardProps = {
  versions: readonly FlowVersionWire[]
  may: FlowsWire['can']['edit']
  busy: boolean
  onReuse: (version: FlowVersionWire) => void
}

/** All versions, newest first, to read and to copy into the draft. */
export function VersionsCard({ versions, may, busy, onReuse }: VersionsCardProps) {
  return (
    <Card aria-labelledby="versions-title">
      <CardHeader id="versions-title" title="Historial" note="Una versión publicada no cambia nunca" />
      <ul className="mt-3 divide-y border-t">
        {versions.map((flow, index) => (
          <li key={flow.version} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1 basis-48">
              <Link
                to="/empresa/settings/flows"
                search={index === 0 ? {} : { version: flow.version }}
                activeOptions={{ exact: true, includeSearch: true }}
                className="inline-flex min-h-6 items-center font-medium text-accent hover:underline aria-[current=page]:text-ink touch:min-h-11"
              >
                Versión {flow.version}
                {index === 0 && ' · vigente'}
              </Link>
              <p className="text-ink-faint text-xs">
                <Instant value={flow.publishedAt} /> · {flow.publishedByName} ·{' '}
                {counted(flow.rules.length, 'regla')}
                {flow.inFlight > 0 && ` · ${counted(flow.inFlight, 'pedido')} en curso`}
              </p>
              {flow.note && <p className="break-words text-ink-soft text-sm">«{flow.note}»</p>}
            </div>
            <Button
              size="sm"
              busy={busy}
              refusal={refusalText(may)}
              aria-label={`Usar como borrador la versión ${flow.version}`}
              onClick={() => onReuse(flow)}
            >
              Usar como borrador
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
