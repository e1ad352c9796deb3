import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EventChangesPanel } from '#features/audit/web/event-changes-panel.tsx'
import { SealMark } from '#features/audit/web/event-table.tsx'
import { eventQuery } from '#features/audit/web/queries.ts'
import { actorText } from '#features/audit/web/text.ts'
import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { objectLabel } from '#kernel/fact.ts'
import { isUuid } from '#kernel/ids.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** Dialog of one event: the facts before and after, the reason, and its place in the chain. */
export function EventDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const query = useQuery(eventQuery(eventId))
  return (
    <Dialog open onOpenChange={onClose} title={query.data?.sentence ?? 'Evento'}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} label="Cargando el evento" />}>
        {event => <Detail event={event} />}
      </Loaded>
    </Dialog>
  )
}

function Detail({ event }: { event: AuditEventDetailWire }) {
  const { objectType, apiToken, reason, requestId, seal, sealedAt } = event
  return (
    <div className="grid grid-cols-1 gap-5">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-[9rem_1fr]">
        <Fact name="Cuándo">
          <Instant value={event.at} exact />
        </Fact>
        <Fact name="Quién">{actorText(event)}</Fact>
        {apiToken !== null && (
          <Fact name="Clave de API">
            {apiToken.name} ·{' '}
            <span className="figures whitespace-normal break-all text-ink-soft">{apiToken.id}</span>
          </Fact>
        )}
        <Fact name={objectLabel(objectType)}>
          <Thing event={event} />
        </Fact>
        {reason !== null && (
          <Fact name="Motivo">
            <span className="whitespace-pre-line break-words">«{reason}»</span>
          </Fact>
        )}
        {requestId !== null && (
          <Fact name="Petición">
            <span className="figures whitespace-normal break-all text-ink-soft">{requestId}</span>
          </Fact>
        )}
      </dl>
      <EventChangesPanel event={event} />
      <section aria-labelledby="seal-title" className="grid gap-1 rounded-lg bg-sunken p-3">
        <h3 id="seal-title" className="flex items-center justify-between gap-3 font-medium">
          Sello n.º <SealMark seal={seal} />
        </h3>
        {seal === null ? (
          <p className="text-ink-soft text-sm">Entrará en la cadena de la empresa en unos segundos.</p>
        ) : (
          <p className="text-ink-soft text-sm">
            {sealedAt !== null && (
              <>
                Sellado el <Instant value={sealedAt} exact /> con la huella{' '}
              </>
            )}
            <code className="break-all text-xs">{seal.hash}</code>
          </p>
        )}
      </section>
    </div>
  )
}

/** Object of the event by name and number, with a link to its page where the reader may open one; a long id stands below. */
function Thing({ event: { objectId, objectName, objectPage } }: { event: AuditEventDetailWire }) {
  const isLong = isUuid(objectId)
  const text = [objectName, isLong ? null : objectId].filter(Boolean).join(' · ')
  const to: string = `/empresa${objectPage?.path}`
  return (
    <span className="wrap-anywhere">
      {objectPage === null ? (
        text
      ) : (
        <Link
          to={to}
          search={objectPage.search}
          className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline touch:min-h-11"
        >
          {text || objectId}
        </Link>
      )}
      {isLong && <span className="figures block break-all text-ink-soft text-xs">{objectId}</span>}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
