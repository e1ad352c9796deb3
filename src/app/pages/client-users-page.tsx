import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IdCard, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { LeavingDialog } from '#app/pages/leaving-dialog.tsx'
import { useArea } from '#app/use-area.ts'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { peopleList } from '#features/people/list.ts'
import { InvitationsCard } from '#features/people/web/invitations-card.tsx'
import { type Asking, usePersonHandlers } from '#features/people/web/person-actions-panel.tsx'
import { PersonTable } from '#features/people/web/person-table.tsx'
import { exportPeopleList, peoplePagesQuery } from '#features/people/web/queries.ts'
import { peopleSortLabel } from '#features/people/web/text.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { narrowed, useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadNewPersonDialog = async () =>
  (await import('#features/people/web/person-dialog.tsx')).NewPersonDialog

const loadEndSessionsDialog = async () =>
  (await import('#features/people/web/end-sessions-dialog.tsx')).EndSessionsDialog

const loadPermissionsDialog = async () =>
  (await import('#features/appointments/web/project-permissions-dialog.tsx')).ProjectPermissionsDialog

type Open = { kind: 'new' } | Asking | null

/** Users of one's own client; for an administrator, those of every client. */
export function ClientUsersPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(peopleList)
  const filter: typeof list.filter = { ...list.filter, role: 'client_user' }
  const query = useInfiniteQuery(peoplePagesQuery(filter))
  const [open, setOpen] = useState<Open>(null)
  const handlers = usePersonHandlers('Permisos en los proyectos', setOpen)
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const rows = loadedItems(query.data)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Usuarios del cliente"
        subtitle="Quién trabaja con los proyectos del cliente y qué puede hacer en cada uno"
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            refusal={refusalText(query.data?.pages[0]?.can.create)}
            onClick={() => setOpen({ kind: 'new' })}
          >
            Invitar a un usuario
          </Button>
        }
      />
      <InvitationsCard />
      <div className="mb-4">
        <ListBar
          label="Buscar usuarios..."
          text={text}
          onSearch={setText}
          views={<SavedViewsButton list={peopleList} name="client-users" />}
        >
          <SortSelect
            everywhere
            sort={list.sort}
            sorts={peopleList.sorts}
            labels={peopleSortLabel}
            onChange={list.setSort}
          />
          <ExportButton filter={filter} request={exportPeopleList} one="usuario" many="usuarios" />
        </ListBar>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando usuarios" />}>
        {() =>
          rows.length === 0 ? (
            <NoUsers isSearch={q !== ''} onClear={() => setText('')} />
          ) : (
            <PersonTable
              label="Usuarios"
              people={narrowed(rows, text, isAnswered, searchText)}
              isStale={!isAnswered}
              sort={list.shown}
              onSort={list.sortBy}
              handlers={handlers}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
      {open?.kind === 'new' && <NewUser onClose={close} />}
      {open?.kind === 'deactivate' && <LeavingDialog person={open.person} onClose={close} />}
      {open?.kind === 'sessions' && (
        <OnDemand load={loadEndSessionsDialog} props={{ person: open.person, onClose: close }} />
      )}
      {open?.kind === 'permissions' && (
        <OnDemand
          load={loadPermissionsDialog}
          props={{ userId: open.person.userId, name: open.person.name, onClose: close }}
        />
      )}
    </>
  )
}

const searchText = ({ name, email }: PersonRowWire) => `${name} ${email}`

/**
 * Dialog for a new user of a client: a client's main account makes one of its own, an administrator chooses the
 * client.
 */
function NewUser({ onClose }: { onClose: () => void }) {
  const { user } = useArea()
  const clients = useQuery(clientsQuery()).data?.items ?? []
  return (
    <OnDemand
      load={loadNewPersonDialog}
      props={{
        roles: ['client_user'],
        clients: clients.map(({ id, name }) => ({ value: id, label: name })),
        providers: [],
        ownClientId: user.role === 'client' ? user.clientId : null,
        onClose,
      }}
    />
  )
}

function NoUsers({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <IdCard />}
        title="No se encontraron usuarios."
        action={isSearch && <Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        {isSearch
          ? 'Prueba con otro nombre u otro correo.'
          : 'Invita a quienes crean o siguen los pedidos y dales permisos en los proyectos.'}
      </EmptyState>
    </Card>
  )
}
