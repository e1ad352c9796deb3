import { useQuery } from '@tanstack/react-query'
import {
  Ban,
  Check,
  CheckCheck,
  CircleDot,
  LockOpen,
  type LucideIcon,
  MessageSquare,
  RotateCw,
  Send,
  Undo2,
  X,
} from 'lucide-react'
import { CertificatePanel } from '#features/audit/web/certificate-panel.tsx'
import { timelineQuery } from '#features/audit/web/queries.ts'
import { actorText, describeEntry, type Told } from '#features/audit/web/text.ts'
import type { TimelineEntryWire } from '#features/audit/wire.ts'
import { countText } from '#kernel/text.ts'
import { failureMessage } from '#ui/api.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Timeline, TimelineItem } from '#ui/timeline.tsx'

/** Card of an order's timeline, the latest event first, each with actor and instant. */
export function TimelineCard({ documentId }: { documentId: string }) {
  const query = useQuery(timelineQuery(documentId))
  return (
    <Card aria-labelledby="timeline-title">
      <CardHeader
        id="timeline-title"
        title="Historial"
        actions={
          query.data && (
            <CertificatePanel documentId={documentId} ended={query.data.ended} may={query.data.can.certify} />
          )
        }
      />
      <CardBody>
        {query.data ? (
          <Entries entries={query.data.items} />
        ) : query.error ? (
          <ErrorState
            message={failureMessage(query.error)}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <TimelineSkeleton />
        )}
      </CardBody>
    </Card>
  )
}

function Entries({ entries }: { entries: readonly TimelineEntryWire[] }) {
  if (entries.length === 0) return <EmptyState title="Aún no ha pasado nada con este pedido." />
  return (
    <Timeline label="Historial del pedido">
      {entries.toReversed().map(entry => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </Timeline>
  )
}

function Entry({ entry }: { entry: TimelineEntryWire }) {
  const { sentence, tone, sign } = describeEntry(entry)
  const Icon = icons[sign]
  return (
    <TimelineItem
      tone={tone}
      icon={<Icon aria-hidden="true" />}
      title={sentence}
      meta={
        <>
          {entry.actorName !== null && `${actorText(entry)} · `}
          <Instant value={entry.at} exact />
          {entry.sequence !== null && (
            <span className="figures" title="Sellado en la cadena de la empresa">
              {' '}
              · Sello n.º {countText(entry.sequence)}
            </span>
          )}
        </>
      }
    >
      {entry.reason !== null && <p className="whitespace-pre-line">«{entry.reason}»</p>}
    </TimelineItem>
  )
}

const icons: { readonly [sign in Told['sign']]: LucideIcon } = {
  sent: Send,
  yes: Check,
  no: X,
  back: Undo2,
  void: Ban,
  open: LockOpen,
  done: CheckCheck,
  again: RotateCw,
  said: MessageSquare,
  other: CircleDot,
}

function TimelineSkeleton() {
  return (
    <div role="status" aria-label="Cargando el historial" className="grid grid-cols-1 gap-5">
      {[0, 1, 2].map(row => (
        <div key={row} className="grid grid-cols-[1.75rem_1fr] items-center gap-3">
          <Skeleton className="size-7 rounded-full" />
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  )
}
