import { Link2, Loader } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { eventList } from '#features/audit/list.ts'
import { handText } from '#features/audit/web/text.ts'
import type { AuditEventWire } from '#features/audit/wire.ts'
import { objectLabel } from '#kernel/fact.ts'
import { countText } from '#kernel/text.ts'
import { Instant } from '#ui/instant.tsx'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { Table } from '#ui/lists/table.tsx'

type EventTableProps = {
  events: readonly AuditEventWire[]
  isStale: boolean
  /** Must be a stable function: a new one rebuilds the columns at each render. */
  onOpen: (eventId: string) => void
  empty: ReactNode
}

/** Table of events; a press on a row opens the event's details. */
export function EventTable({ events, isStale, onOpen, empty }: EventTableProps) {
  const columns = useMemo(() => listColumns(eventList, 'events', cellsFor(onOpen)), [onOpen])
  return (
    <Table
      label="Eventos"
      columns={columns}
      rows={events}
      rowKey={event => event.id}
      isStale={isStale}
      empty={empty}
      card={event => <EventLines event={event} onOpen={onOpen} />}
    />
  )
}

const cellsFor = (onOpen: (eventId: string) => void): ListCells<typeof eventList, AuditEventWire> => ({
  at: { className: 'whitespace-nowrap', cell: ({ at }) => <Instant value={at} exact /> },
  action: { className: 'w-1/4 min-w-40', cell: event => <Opener event={event} onOpen={onOpen} /> },
  object: { className: 'w-2/5', cell: event => <Thing event={event} /> },
  actor: { className: 'wrap-anywhere min-w-32', cell: event => handText(event) },
  seal: ({ seal }) => <SealMark seal={seal} />,
})

/** Button that opens an event; a press anywhere on the row counts as a press on it. */
function Opener({ event, onOpen }: { event: AuditEventWire; onOpen: (eventId: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(event.id)}
      className="printed min-w-0 text-left font-medium after:absolute after:inset-0"
    >
      {event.sentence}
    </button>
  )
}

function Thing({ event: { objectType, objectId, objectName } }: { event: AuditEventWire }) {
  const isNamed = /^[A-Z]{1,3}-\d/.test(objectId)
  return (
    <span className="wrap-anywhere line-clamp-2">
      <span className="text-ink-soft">{objectLabel(objectType)}</span>
      {isNamed && <span className="figures"> {objectId}</span>}
      {objectName !== null && ` · ${objectName}`}
    </span>
  )
}

export function SealMark({ seal }: { seal: AuditEventWire['seal'] }) {
  return seal ? (
    <span className="figures inline-flex items-center gap-1 text-ink-soft" title={`Huella ${seal.hash}`}>
      <Link2 aria-hidden="true" className="size-3.5" />
      {countText(seal.sequence)}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-faint text-xs">
      <Loader aria-hidden="true" className="size-3.5" />
      Sellándose
    </span>
  )
}

function EventLines({ event, onOpen }: { event: AuditEventWire; onOpen: (eventId: string) => void }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <Opener event={event} onOpen={onOpen} />
      <p className="text-sm">
        <Thing event={event} />
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-faint text-xs">
        <span>
          {handText(event)} · <Instant value={event.at} exact />
        </span>
        <SealMark seal={event.seal} />
      </p>
    </div>
  )
}
