import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { actionGroups } from '#features/audit/rules.ts'
import { EventTable } from '#features/audit/web/event-table.tsx'
import { EventsFilterPanel } from '#features/audit/web/events-filter-panel.tsx'
import { type EventFilter, eventsQuery, exportJournal } from '#features/audit/web/queries.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { dayFrom } from '#kernel/day.ts'
import { isUuid } from '#kernel/ids.ts'
import { Button } from '#ui/button.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { itemsOf } from '#ui/lists/pages.ts'
import { useListFilters } from '#ui/lists/use-list-filters.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadDialog = async () => (await import('#features/audit/web/event-dialog.tsx')).EventDialog

/** Page of the company's journal: actor, action, instant, principal and seal of each event. */
export function EventsPage() {
  const filter = useFilter()
  const narrow = useListFilters()
  const opened = useSearch({ strict: false, select: ({ event }) => event })
  const query = useInfiniteQuery(eventsQuery(filter))
  const events = itemsOf(query.data)
  const clear = () =>
    narrow({
      actor: undefined,
      group: undefined,
      object: undefined,
      from: undefined,
      to: undefined,
      delegated: undefined,
    })
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
        title="Auditoría"
        subtitle="Todo lo que ha pasado en la empresa, sellado en cadena para que nadie pueda cambiarlo sin que se note"
        actions={
          <>
            <SavedViewsButton list="journal" />
            <ExportButton filter={filter} request={exportJournal} one="evento" many="eventos" />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <EventsFilterPanel filter={filter} onClear={isNarrowed ? clear : null} />
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando la auditoría" />}>
          {() => (
            <EventTable
              events={events}
              isStale={query.isPlaceholderData}
              onOpen={id => narrow({ event: id })}
              empty={<NoEvents onClear={isNarrowed ? clear : null} />}
            />
          )}
        </Loaded>
        <LoadMore query={query} />
      </div>
      {opened !== undefined && isUuid(opened) && (
        <OnDemand
          load={loadDialog}
          props={{ eventId: opened, onClose: () => narrow({ event: undefined }) }}
        />
      )}
    </>
  )
}

/** The filter in the URL; invalid parameters are ignored. */
function useFilter(): EventFilter {
  const { actor, group, object, from, to, delegated } = useSearch({ strict: false })
  const known = actionGroups.find(each => each === group)
  return {
    ...(actor !== undefined && isUuid(actor) && { actorId: actor }),
    ...(known !== undefined && { group: known }),
    ...(object !== undefined && object.trim() !== '' && { object: object.trim().slice(0, 40) }),
    ...(from !== undefined && dayFrom(from) !== null && { from }),
    ...(to !== undefined && dayFrom(to) !== null && { to }),
    ...(delegated === 'yes' && { delegated: 'yes' as const }),
  }
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
