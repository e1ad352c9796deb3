import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useCallback } from 'react'
import { eventList } from '#features/audit/list.ts'
import { EventTable } from '#features/audit/web/event-table.tsx'
import { EventsFilterPanel } from '#features/audit/web/events-filter-panel.tsx'
import { eventsQuery, exportJournal } from '#features/audit/web/queries.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { isUuid } from '#kernel/ids.ts'
import { useSearchChange, useSearchParam } from '#ui/address.ts'
import { Button } from '#ui/button.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadDialog = async () => (await import('#features/audit/web/event-dialog.tsx')).EventDialog

/** Page of the company's journal: actor, action, instant, principal and seal of each event. */
export function EventsPage() {
  const { filter, narrow, clear } = useListSearch(eventList)
  const openedId = useSearchParam('event')
  const change = useSearchChange()
  const open = useCallback((event: string | undefined) => change({ event }), [change])
  const query = useInfiniteQuery(eventsQuery(filter))
  const events = loadedItems(query.data)
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
        title="Auditoría"
        subtitle="Todo lo que ha pasado en la empresa, sellado en cadena para que nadie pueda cambiarlo sin que se note"
        actions={
          <>
            <SavedViewsButton list={eventList} name="journal" />
            <ExportButton filter={filter} request={exportJournal} one="evento" many="eventos" />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <EventsFilterPanel filter={filter} narrow={narrow} onClear={isNarrowed ? clear : null} />
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando la auditoría" />}>
          {() => (
            <EventTable
              events={events}
              isStale={query.isPlaceholderData}
              onOpen={open}
              empty={<NoEvents onClear={isNarrowed ? clear : null} />}
            />
          )}
        </Loaded>
        <LoadMore query={query} />
      </div>
      {openedId !== undefined && isUuid(openedId) && (
        <OnDemand load={loadDialog} props={{ eventId: openedId, onClose: () => open(undefined) }} />
      )}
    </>
  )
}

function NoEvents({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={<History />}
      title="No se encontraron eventos"
      action={onClear && <Button onClick={onClear}>Limpiar filtros</Button>}
    >
      {onClear
        ? 'Prueba con otras fechas, otra persona u otro tipo de acción.'
        : 'Lo que pase en la empresa aparecerá aquí.'}
    </EmptyState>
  )
}
