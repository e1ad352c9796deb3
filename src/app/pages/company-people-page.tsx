import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IdCard, Plus, SearchX, Upload } from 'lucide-react'
import { useState } from 'react'
import { LeavingDialog } from '#app/pages/leaving-dialog.tsx'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { peopleList } from '#features/people/list.ts'
import type { GrantableRole } from '#features/people/rules.ts'
import { InvitationsCard } from '#features/people/web/invitations-card.tsx'
import { type Asking, usePersonHandlers } from '#features/people/web/person-actions-panel.tsx'
import { PersonTable } from '#features/people/web/person-table.tsx'
import { exportPeopleList, peoplePagesQuery } from '#features/people/web/queries.ts'
import { peopleSortLabel } from '#features/people/web/text.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { providersQuery } from '#features/providers/web/queries.ts'
import { SavedViewsButton } from '#features/saved-views/web/saved-views-panel.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
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
  (await import('#features/appointments/web/global-permissions-dialog.tsx')).GlobalPermissionsDialog

type Open = { kind: 'new' } | Asking | null

/** People who can enter the company, with their roles. */
export function CompanyPeoplePage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(peopleList)
  const query = useInfiniteQuery(peoplePagesQuery(list.filter))
  const [open, setOpen] = useState<Open>(null)
  const handlers = usePersonHandlers('Permisos generales', setOpen)
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const rows = loadedItems(query.data)
  return (
    <>
      <PageHeader
        title="Personas"
        subtitle="Quién puede entrar en la empresa y con qué rol"
        actions={
          <>
            {refusalText(query.data?.pages[0]?.can.create) === undefined && (
              <LinkButton
                to="/empresa/settings/imports"
                search={{ kind: 'people' }}
                icon={<Upload aria-hidden="true" />}
              >
                Importar
              </LinkButton>
            )}
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              refusal={refusalText(query.data?.pages[0]?.can.create)}
              onClick={() => setOpen({ kind: 'new' })}
            >
              Invitar a una persona
            </Button>
          </>
        }
      />
      <InvitationsCard />
      <div className="mb-4">
        <ListBar
          label="Buscar personas..."
          text={text}
          onSearch={setText}
          views={<SavedViewsButton list={peopleList} name="people" />}
        >
          <SortSelect
            everywhere
            sort={list.sort}
            sorts={peopleList.sorts}
            labels={peopleSortLabel}
            onChange={list.setSort}
          />
          <ExportButton filter={list.filter} request={exportPeopleList} one="persona" many="personas" />
        </ListBar>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando personas" />}>
        {() =>
          rows.length === 0 ? (
            <NoPeople isSearch={q !== ''} onClear={() => setText('')} />
          ) : (
            <PersonTable
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
      {open?.kind === 'new' && <NewPerson onClose={() => setOpen(null)} />}
      {open?.kind === 'deactivate' && <LeavingDialog person={open.person} onClose={() => setOpen(null)} />}
      {open?.kind === 'sessions' && (
        <OnDemand
          load={loadEndSessionsDialog}
          props={{ person: open.person, onClose: () => setOpen(null) }}
        />
      )}
      {open?.kind === 'permissions' && <Permissions person={open.person} onClose={() => setOpen(null)} />}
    </>
  )
}

function Permissions({ person: { userId, name }, onClose }: { person: PersonRowWire; onClose: () => void }) {
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose()
  return (
    <OnDemand load={loadPermissionsDialog} props={{ userId, name, isOpen: true, onOpenChange, onClose }} />
  )
}

const searchText = ({ name, email }: PersonRowWire) => `${name} ${email}`

/** Roles in the order in which they are offered: the most usual first. */
const rolesInOrder: readonly GrantableRole[] = [
  'approver',
  'provider',
  'provider_user',
  'client_user',
  'auditor',
]

function NewPerson({ onClose }: { onClose: () => void }) {
  const clients = useQuery(clientsQuery())
  const providers = useQuery(providersQuery())
  const toOptions = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <OnDemand
      load={loadNewPersonDialog}
      props={{
        roles: rolesInOrder,
        clients: toOptions(clients.data?.items),
        providers: toOptions(providers.data?.items),
        onClose,
      }}
    />
  )
}

function NoPeople({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <IdCard />}
        title="No se encontraron personas."
        action={isSearch && <Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        {isSearch
          ? 'Prueba con otro nombre u otro correo.'
          : 'Invita a quienes aprueban y ejecutan para poder nombrarlos en los proyectos.'}
      </EmptyState>
    </Card>
  )
}
